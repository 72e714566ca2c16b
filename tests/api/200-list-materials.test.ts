import { createHash } from 'node:crypto';

import type { Material } from '../support/bot';
import { mp4, photoWithPlace, png, textFile } from '../support/files';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();
let text: Material;
let film: Material;
let photo: Material;

beforeAll(async () => {
  text = await bot.upload(textFile('a.txt', 'a'), { caption: 'First' });
  film = await bot.upload(mp4());
  photo = await bot.upload(await photoWithPlace());
});

type Listed = Material & { sha256: { received: string; stored: string } };

const listAt = async (address: string): Promise<{ items: Listed[]; next?: string }> => {
  const { body, headers } = await bot.request('get', address).expect(200);
  const link = /<([^>]+)>; rel="next"/.exec(headers.link ?? '')?.[1];
  return { items: body, next: link?.replace(`${site.url}/api/bot`, '') };
};

const list = async (parameters = ''): Promise<Listed[]> =>
  (await listAt(`/materials?${parameters}`)).items;

const idsOf = (items: { id: string }[]): string[] => items.map(({ id }) => id);

/** Reads all pages of a list, each as a list of ids. */
const pagesOf = async (parameters: string): Promise<string[][]> => {
  const pages: string[][] = [];
  let address: string | undefined = `/materials?${parameters}`;
  while (address !== undefined) {
    const { items, next }: { items: Listed[]; next?: string } = await listAt(address);
    pages.push(idsOf(items));
    address = next;
  }
  return pages;
};

test('the newest come first, each with what is known of it but formats and uses', async () => {
  const items = await list();
  expect(idsOf(items)).toEqual([photo.id, film.id, text.id]);
  const { body } = await bot.request('get', `/materials/${text.id}`);
  const { formats: _formats, uses: _uses, isUsed: _isUsed, ...known } = body;
  expect(items[2]).toEqual({ ...known, caption: 'First' });
});

test('pages lead to each other, and the last one to none', async () => {
  expect(await pagesOf('limit=2')).toEqual([[photo.id, film.id], [text.id]]);
  expect(await pagesOf('limit=3')).toEqual([[photo.id, film.id, text.id]]);
});

test('the next page is asked with the same parameters', async () => {
  const { next } = await listAt('/materials?attached=false&limit=1');
  expect(next).toMatch(/^\/materials\?attached=false&limit=1&cursor=[\w-]+$/);
});

test.each([
  ['image', () => [photo.id]],
  ['video', () => [film.id]],
  ['file', () => [text.id]],
])('those of the type %s', async (type, expected) => {
  expect(idsOf(await list(`type=${type}`))).toEqual(expected());
});

test('one is found by the digest of what came, and of what is stored', async () => {
  const sent = createHash('sha256')
    .update((await photoWithPlace()).content)
    .digest('hex');
  const [found] = await list(`sha256=${sent}`);
  expect(found?.id).toBe(photo.id);
  expect(found?.sha256.stored).not.toBe(sent);
  expect(idsOf(await list(`sha256=${found?.sha256.stored.toUpperCase()}`))).toEqual([photo.id]);
  expect(idsOf(await list(`sha256=${sent}&type=video`))).toEqual([]);
});

test('one whose digests are the same is found once', async () => {
  const digest = createHash('sha256').update('a').digest('hex');
  expect(idsOf(await list(`sha256=${digest}&limit=1`))).toEqual([text.id]);
  expect(await pagesOf(`sha256=${digest}&limit=1`)).toEqual([[text.id]]);
});

test('those that something uses, and those that nothing uses', async () => {
  const { id } = await bot.createPublication({ title: 'As media', media: [film] });
  const body = `![](${new URL(photo.url).pathname})`;
  const other = await bot.createPublication({ title: 'In its text', body });
  expect(idsOf(await list('attached=false'))).toEqual([text.id]);
  expect(idsOf(await list('attached=true'))).toEqual([photo.id, film.id]);
  expect(idsOf(await list('attached=true&type=video'))).toEqual([film.id]);
  await bot.change(id, { media: [] });
  await bot.change(other.id, { body: null });
  expect(idsOf(await list('attached=false'))).toEqual([photo.id, film.id, text.id]);
  expect(idsOf(await list('attached=true'))).toEqual([]);
});

test('a limit above the maximum means the maximum', async () => {
  expect(await list('limit=1000')).toHaveLength(3);
});

describe('behind very many files that are in use', () => {
  const MANY = 10_050;
  let newest: Material;

  beforeAll(async () => {
    const work = await bot.createPublication({ title: 'Album' });
    const { connection } = site.strapi.db;
    const { id: owner } = await connection('works').where({ document_id: work.id }).first('id');
    const first = 1000;
    const numbers = Array.from({ length: MANY }, (_none, index) => first + index);
    await connection.batchInsert(
      'files',
      numbers.map((id) => ({
        id,
        document_id: `many${id}`,
        name: `${id}`,
        hash: `many_${id}`,
        mime: 'text/plain',
        size: 1,
        url: `/${id}`,
        provider: 'local',
        folder_path: '/',
      })),
      500
    );
    await connection.batchInsert(
      'files_related_mph',
      numbers.map((id) => ({
        file_id: id,
        related_id: owner,
        related_type: 'api::work.work',
        field: 'media',
        order: id,
      })),
      500
    );
    newest = await bot.upload(await png({ width: 8, height: 8 }));
  });

  test('unattached ones are found over pages that may be empty', async () => {
    const pages = await pagesOf('attached=false&limit=2');
    expect(pages.length).toBeLessThanOrEqual(4);
    expect(pages.flat()).toEqual([newest.id, photo.id, film.id, text.id]);
  });

  test('attached ones fill their pages', async () => {
    const items = await list('attached=true&limit=100');
    expect(items).toHaveLength(100);
  });
});
