import { execFileSync } from 'node:child_process';
import { mkdtempSync, copyFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Client } from 'pg';

import { databaseServer, databaseTls } from '../../config/environment/database';
import { createBot } from '../support/bot';
import { surroundings } from '../support/environment';
import { describeWithPostgres, startPostgres, type Postgres } from '../support/postgres';
import { startServerProcess } from '../support/server-process';

describeWithPostgres('a PostgreSQL server with TLS, by the connection strings of providers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'));
  const authority = path.join(folder, 'server.crt');
  const before = process.env;
  let postgres: Postgres;

  beforeAll(async () => {
    const certificate = [
      '-keyout',
      'server.key',
      '-out',
      'server.crt',
      '-subj',
      '/CN=db.example.org',
    ];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate], {
      cwd: folder,
      stdio: 'pipe',
    });
    postgres = await startPostgres((data) => {
      for (const name of ['server.key', 'server.crt']) {
        copyFileSync(path.join(folder, name), path.join(data, name));
      }
      return ['ssl=on'];
    });
  });
  afterEach(() => {
    process.env = before;
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  /** Whether a connection with this query in its connection string is encrypted. */
  const isEncrypted = async (query: string): Promise<boolean> => {
    process.env = { ...surroundings(), DATABASE_URL: `${postgres.url}?${query}` };
    const client = new Client({ ...databaseServer(5432), ssl: databaseTls() });
    process.env = before;
    await client.connect();
    const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    await client.end();
    return (rows as { ssl: boolean }[])[0]?.ssl === true;
  };

  test.each([
    ['sslmode=disable', false],
    ['sslmode=prefer', true],
    ['sslmode=require', true],
    ['sslmode=no-verify', true],
    ['application_name=site', false],
  ])('%s: encrypted is %s', async (query, encrypted) => {
    expect(await isEncrypted(query)).toBe(encrypted);
  });

  test('a certificate is verified against the one that is given', async () => {
    expect(await isEncrypted(`sslmode=verify-ca&sslrootcert=${authority}`)).toBe(true);
    expect(await isEncrypted(`sslmode=require&sslrootcert=${authority}`)).toBe(true);
    await expect(isEncrypted('sslmode=verify-ca')).rejects.toThrow('self-signed certificate');
    await expect(isEncrypted(`sslmode=verify-full&sslrootcert=${authority}`)).rejects.toThrow(
      'altname'
    );
  });

  test('a site runs over TLS in the schema of its options', async () => {
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('CREATE SCHEMA blog');
    const options = encodeURIComponent('-c search_path=blog');
    const server = await startServerProcess({
      env: {
        DATABASE_CLIENT: 'postgres',
        DATABASE_URL: `${postgres.url}?sslmode=require&application_name=site&options=${options}`,
      },
    });
    try {
      await createBot(server).createPublication({ title: 'Over TLS' });
      const { rows } = await client.query('SELECT title FROM blog.works');
      expect(rows).toEqual([{ title: 'Over TLS' }]);
      const used = await client.query(
        `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'site'`
      );
      expect(used.rows).toEqual([{ ssl: true }]);
    } finally {
      await server.stop();
      await client.end();
    }
  });
});
