import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import { createClient } from '../../packages/client/src';
import { useSite } from '../support/use-site';
import { temporaryFolder } from '../house/temporary-folder';

const { site } = useSite();

/** A `fetch` that loses every other answer after the site has processed the request. */
const losing = () => {
  const lost: string[] = [];
  let count = 0;
  const send: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    count += 1;
    if (count % 2 === 0) return answer;
    lost.push(`${init?.method} ${new URL(input).pathname} ${answer.status}`);
    await answer.arrayBuffer();
    throw new TypeError('fetch failed', { cause: new Error('the line was cut') });
  };
  return { send, lost };
};

const onBadLine = () => {
  const { send, lost } = losing();
  const { url: address, token } = site;
  return {
    lost,
    client: createClient({ address, token, fetch: send, patience: { firstPause: 5 } }),
  };
};

const collect = async <One>(list: AsyncIterable<One>): Promise<One[]> => {
  const all: One[] = [];
  for await (const one of list) all.push(one);
  return all;
};

test('whatever answers are lost, each call takes effect once', async () => {
  const { client, lost } = onBadLine();
  const material = await client.materials.upload(Buffer.from('Hello.\n'), { filename: 'a.txt' });
  const { id } = await client.publications.create({ title: 'Once', media: [material] });
  const { url } = await client.publications.publish(id);
  const changed = await client.publications.update(id, ({ title }) => ({ title: `${title} more` }));
  expect([changed.title, changed.draft?.title, changed.url]).toEqual(['Once', 'Once more', url]);
  expect(await collect(client.publications.list({ limit: 1 }))).toHaveLength(1);
  expect(await collect(client.materials.list())).toHaveLength(1);
  const { media } = await client.publications.delete(id);
  expect(media.deleted).toEqual([material.id]);
  const types = (await collect(client.changes.read({ limit: 1 }))).map(({ type }) => type);
  expect(types).toEqual([
    'material.created',
    'publication.created',
    'publication.published',
    'publication.updated',
    'publication.deleted',
    'material.deleted',
  ]);
  expect(lost).toContain('POST /api/bot/publications 201');
  expect(lost).toContain(`DELETE /api/bot/publications/${id} 200`);
});

describe('an upload in parts', () => {
  const bytes = randomBytes(50_000).toString('base64');
  const parts = { filename: 'long.txt', resumableAbove: 10_000, partSize: 20_000 };
  const received = async (client: ReturnType<typeof onBadLine>['client'], id: string) => {
    const { url } = await client.materials.get(id);
    const text = await (await fetch(url)).text();
    await client.materials.delete(id);
    return text;
  };

  test.each<
    [string, () => Promise<Parameters<ReturnType<typeof createClient>['materials']['upload']>[0]>]
  >([
    [
      'a file',
      async () => {
        const file = path.join(await temporaryFolder(), 'long.txt');
        await writeFile(file, bytes);
        return file;
      },
    ],
    ['a Blob', async () => new Blob([bytes])],
    ['a stream whose length nobody knows', async () => Readable.from([Buffer.from(bytes)])],
  ])('brings the bytes of %s, whatever answers are lost', async (_what, source) => {
    const { client, lost } = onBadLine();
    const sent: number[] = [];
    const onProgress = (progress: { sent: number }) => sent.push(progress.sent);
    const { id } = await client.materials.upload(await source(), { ...parts, onProgress });
    expect(lost.some((line) => line.startsWith('PATCH'))).toBe(true);
    expect(sent).toEqual([20_000, 40_000, 60_000, bytes.length]);
    expect(await received(client, id)).toBe(bytes);
    expect(await collect(client.materials.list())).toEqual([]);
  });

  test('goes on in another process where one has ended', async () => {
    const { url: address, token } = site;
    const controller = new AbortController();
    const client = createClient({ address, token });
    let begun = '';
    const first = client.materials.upload(new Blob([bytes]), {
      ...parts,
      signal: controller.signal,
      onBegin: (id) => (begun = id),
      onProgress: () => controller.abort(new Error('the end of the process')),
    });
    await expect(first).rejects.toThrow('the end of the process');
    const sent: number[] = [];
    const { id } = await client.materials.upload(new Blob([bytes]), {
      ...parts,
      resume: begun,
      onProgress: (progress) => sent.push(progress.sent),
    });
    expect(sent[0]).toBe(40_000);
    expect(await received(client, id)).toBe(bytes);
  });

  test('that is aborted is removed', async () => {
    const { url: address, token } = site;
    const controller = new AbortController();
    const paths: string[] = [];
    const send: typeof fetch = (input, init) => {
      paths.push(`${init?.method} ${new URL(input).pathname}`);
      return fetch(input, init);
    };
    const client = createClient({ address, token, fetch: send });
    const upload = client.materials.upload(new Blob([bytes]), {
      ...parts,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
    expect(paths.at(-1)).toMatch(/^DELETE .*\/materials\/resumable\/[0-9a-f]{32}$/);
  });
});

test('two bots that update one publication lose nothing', async () => {
  const { url: address, token } = site;
  const client = createClient({ address, token });
  const { id } = await client.publications.create({ title: 'Both', body: '' });
  const add = (line: string) =>
    client.publications.update(id, ({ body }) => ({ body: `${body}${line}` }), { tries: 20 });
  await Promise.all(['a', 'b', 'c', 'd'].map(add));
  const { body } = await client.publications.get(id);
  expect([...(body ?? '')].sort()).toEqual(['a', 'b', 'c', 'd']);
  await client.publications.delete(id);
});
