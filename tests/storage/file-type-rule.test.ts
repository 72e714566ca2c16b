import { useSite } from '../support/use-site';

/** Matches the database's error, whose class differs from `Error` in tests. */
const refusal = { message: expect.stringMatching(/constraint failed/i) as unknown };

const { site } = useSite();

const files = () => site.strapi.db.connection('files');

const row = (type: unknown) => ({
  document_id: 'x',
  name: 'x',
  hash: 'x',
  mime: 'image/png',
  url: 'x',
  type,
});

const insertedId = async (): Promise<number> => {
  const [id] = await files().insert(row('image'));
  return Number(id);
};

test.each(['image', 'video', 'file'])('the database takes the type %s', async (type) => {
  const [id] = await files().insert(row(type));
  expect(await files().where({ id }).first()).toMatchObject({ type });
});

test.each(['audio', 'Image', 'IMAGE', ' image', '', 'document', null, 0])(
  'the database itself refuses to insert the type %j',
  async (type) => {
    await expect(files().insert(row(type))).rejects.toMatchObject(refusal);
  }
);

test.each(['audio', '', null])(
  'the database itself refuses to update to the type %j',
  async (type) => {
    const id = await insertedId();
    await expect(files().where({ id }).update({ type })).rejects.toMatchObject(refusal);
  }
);

test('a refused update leaves the row as it was', async () => {
  const id = await insertedId();
  await files()
    .where({ id })
    .update({ type: 'audio', name: 'changed' })
    .catch(() => undefined);
  expect(await files().where({ id }).first()).toMatchObject({ type: 'image', name: 'x' });
});

test('an update of many rows to another type is refused', async () => {
  await insertedId();
  await expect(files().update({ type: 'audio' })).rejects.toMatchObject(refusal);
});

test('a row without a type gets "file"', async () => {
  const { type: _type, ...rest } = row('image');
  const [id] = await files().insert(rest);
  expect(await files().where({ id }).first()).toMatchObject({ type: 'file' });
});

test('a write past the document service is refused too', async () => {
  const query = site.strapi.db.query('plugin::upload.file');
  await expect(
    query.create({ data: { name: 'x', hash: 'x', url: 'x', provider: 'local', type: 'audio' } })
  ).rejects.toMatchObject(refusal);
});
