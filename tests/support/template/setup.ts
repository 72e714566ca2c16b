import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';

import { startMariaDb } from '../mariadb';
import { startPostgres } from '../postgres';
import { stopAll } from '../running';

/** Servers that test files share. Each starts on its first request, and returns a new database URL per request. */
const SERVERS: Record<string, () => Promise<() => Promise<string>>> = {
  postgres: async () => {
    const { createDatabase } = await startPostgres();
    return () => createDatabase(newName());
  },
  mysql: async () => {
    const { createDatabase } = await startMariaDb();
    return () => createDatabase(newName());
  },
};

let names = 0;
const newName = () => `site${(names += 1)}`;

/** Jest's global setup: creates the folder for items that test files share (`kept.ts`), and the shared servers. */
export default async (): Promise<void> => {
  const templates = fs.mkdtempSync(path.join(os.tmpdir(), 'site-templates-'));
  const running: Record<string, ReturnType<(typeof SERVERS)[string]>> = {};
  const answer = async (name: string): Promise<string> => {
    running[name] ??= SERVERS[name]();
    return (await running[name])();
  };
  const server = http.createServer(({ url = '' }, response) => {
    answer(url.slice(1)).then(
      (address) => response.end(address),
      (error) => response.writeHead(500).end(String(error))
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.env.TEST_TEMPLATES = templates;
  process.env.TEST_SERVERS = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  Object.assign(globalThis, {
    /** Ends the shared servers; called by `teardown.cjs`. */
    async endOfTests() {
      // Jest sends this message to its workers, but not to its own process when it runs tests there.
      process.emit('message', [2], undefined);
      server.closeAllConnections();
      server.close();
      await stopAll();
      fs.rmSync(templates, { recursive: true, force: true });
    },
  });
};
