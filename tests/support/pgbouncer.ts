import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Client } from 'pg';

import { freePort } from './port';
import { postgresAccount } from './postgres-binaries';
import { until } from './until';

/** A PgBouncer in transaction mode in front of a database. */
export interface PgBouncer {
  /** URL of the database through PgBouncer. */
  url: string;
  stop: () => Promise<void>;
}

/** Starts a PgBouncer. @param connections shared server connections for all clients */
export const startPgBouncer = async (database: string, connections: number): Promise<PgBouncer> => {
  const { hostname, port: serverPort, pathname, username } = new URL(database);
  const name = pathname.slice(1);
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'));
  const settings = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
${name} = host=${hostname} port=${serverPort} dbname=${name} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
`
  );
  const account = postgresAccount();
  chmodSync(folder, 0o755);
  if (account) chownSync(folder, account.uid, account.gid);
  const bouncer = spawn('pgbouncer', ['--quiet', settings], { ...account, stdio: 'ignore' });
  const ended = new Promise((resolve) => bouncer.once('exit', resolve).once('error', resolve));
  const url = `postgres://${username}@127.0.0.1:${port}/${name}`;
  await until('PgBouncer answers', async () => {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false
    );
  });
  return {
    url,
    async stop() {
      bouncer.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
