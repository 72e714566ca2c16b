import type { Material } from '../support/bot';
import { fileRow } from '../support/database';
import { textFile } from '../support/files';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();
let materials: Material[];

beforeAll(async () => {
  materials = [];
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    materials.push(await bot.upload(textFile(name, name)));
  }
});

/** Creates a publication with these references, and returns its media. */
const mediaOf = async (media: unknown[]): Promise<Material[]> => {
  const { body } = await bot
    .request('post', '/publications')
    .send({ title: 'Media', media })
    .expect(201);
  const { media: shown } = await bot.get(body.id);
  return shown.map((material) => ({ id: material.id, url: material.url, type: material.type }));
};

test('a material is named by its id', async () => {
  const [first] = materials;
  expect(await mediaOf([first?.id])).toEqual([first]);
});

test('a material is named by an object with its id', async () => {
  const [first] = materials;
  expect(await mediaOf([{ id: first?.id }])).toEqual([first]);
});

test('the whole answer of an upload names the material', async () => {
  expect(await mediaOf(materials)).toEqual(materials);
});

test('a material is named by the number of its row', async () => {
  const { id } = await fileRow(site, String(materials[1]?.id));
  expect(await mediaOf([id])).toEqual([materials[1]]);
});

test('a material is named by the number of its row as text', async () => {
  const { id } = await fileRow(site, String(materials[1]?.id));
  expect(await mediaOf([String(id), { id }])).toEqual([materials[1]]);
});

test('the order is kept', async () => {
  const [a, b, c] = materials;
  expect(await mediaOf([c, a, b])).toEqual([c, a, b]);
});

test('a material that is named again is dropped', async () => {
  const [a, b] = materials;
  const { id } = await fileRow(site, String(b?.id));
  expect(await mediaOf([b, a, b?.id, id, a])).toEqual([b, a]);
});

test('100 elements are taken', async () => {
  expect(await mediaOf(Array(100).fill(materials[0]))).toEqual([materials[0]]);
});

test('a material may be used by several publications', async () => {
  expect(await mediaOf([materials[2]])).toEqual(await mediaOf([materials[2]]));
});

test('a file that an editor has added is a material too', async () => {
  const file = await site.strapi.db.query('plugin::upload.file').create({
    data: {
      name: 'x.png',
      hash: 'x',
      ext: '.png',
      mime: 'image/png',
      size: 1,
      url: '/uploads/x.png',
      provider: 'local',
    },
  });
  expect(await mediaOf([file.documentId])).toEqual([
    { id: file.documentId, url: `${site.url}/uploads/x.png`, type: 'image' },
  ]);
});
