import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { OPERATIONS } from '@fleet-bot/protocol';

import type { DescribedInterface } from '../support/described-answers';
import { useOwnSite, useSite } from '../support/use-site';

const root = path.resolve(__dirname, '../..');
const run = promisify(execFile);

const lint = async (document: object): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'openapi-'));
  try {
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const redocly = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');
    const args = ['lint', file, '--extends=recommended', '--format=json'];
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    };
    const { stdout } = await run(process.execPath, [redocly, ...args], { cwd: folder, env }).catch(
      (failed: { stdout: string }) => failed
    );
    const { problems } = JSON.parse(stdout) as {
      problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
    };
    return problems
      .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
      .join('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
};

describe('GET /api/bot/openapi.json', () => {
  const { site } = useSite();
  const get = () => site.request.get('/api/bot/openapi.json');

  it('describes each operation, to whoever asks', async () => {
    const { body } = await get().expect(200).expect('Content-Type', /json/);
    const { openapi, paths, servers } = body as DescribedInterface & {
      openapi: string;
      servers: object[];
    };
    expect(openapi).toBe('3.1.0');
    expect(servers).toEqual([{ url: `${site.url}/api/bot` }]);
    const described = Object.values(paths).flatMap((place) =>
      Object.values(place).map((operation) => Reflect.get(operation, 'operationId') as string)
    );
    expect(described.sort()).toEqual(Object.keys(OPERATIONS).sort());
  });

  it('passes the recommended rules of Redocly', async () => {
    const { body } = await get().expect(200);
    expect(await lint(body as object)).toBe('');
  });

  it('says what the site has configured', async () => {
    const { text } = await get().expect(200);
    expect(text).toContain('"fields.tags"');
    expect(text).toContain('"uploadBytes":209715200');
  });

  it('is sent once: 304 to whoever has it', async () => {
    const { headers } = await get().expect(200).expect('Cache-Control', 'public, no-cache');
    await get().set('If-None-Match', String(headers.etag)).expect(304);
    await get().set('If-None-Match', '"another"').expect(200);
  });
});

describe('without webhooks and resumable uploads', () => {
  const { site } = useOwnSite({ env: { BOT_FEATURES_OFF: 'webhooks,resumable' } });

  it('does not describe them', async () => {
    const { text } = await site.request.get('/api/bot/openapi.json').expect(200);
    const { paths, webhooks } = JSON.parse(text) as DescribedInterface & { webhooks?: object };
    expect(Object.keys(paths).join()).not.toMatch(/resumable|webhooks/);
    expect(webhooks).toBeUndefined();
  });
});
