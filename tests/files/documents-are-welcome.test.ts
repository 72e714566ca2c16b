import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { useSite } from '../support/use-site';
import { ENCODED_TEXTS, OTHERS, TEXTS, type Document } from './documents';

const FILE = 'plugin::upload.file';

const { site, bot } = useSite();

const expectStored = async ({ file, ext, mime, charset, name }: Document) => {
  const { id, url, type } = await bot.upload(file);
  const row = await site.strapi.db.query(FILE).findOne({ where: { documentId: id } });
  const { pathname } = new URL(url);
  const stored = await readFile(path.join(site.publicDir, pathname));
  const { headers } = await site.request.get(pathname).buffer(true).expect(200);

  expect({ type, ext: row.ext, mime: row.mime, name: row.name }).toEqual({
    type: 'file',
    ext,
    mime,
    name: name ?? (file.name.includes('.') ? file.name : `${file.name}${ext}`),
  });
  expect(path.extname(pathname)).toBe(ext);
  expect(stored.equals(file.content)).toBe(true);
  expect(headers['content-type']).toBe(
    charset === undefined ? mime : `${mime}; charset=${charset}`
  );
  expect(headers['content-disposition']).toMatch(/^attachment; filename=/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toMatch(/(^|; )sandbox(;|$)/);
};

test.each(Object.entries(TEXTS))('%s is stored as it is, to be downloaded', (_what, document) =>
  expectStored(document)
);

test.each(Object.entries(ENCODED_TEXTS))(
  'a text in %s is served in its encoding',
  (_encoding, document) => expectStored(document)
);

test.each(Object.entries(OTHERS))('%s stays bit for bit, to be downloaded', (_what, document) =>
  expectStored(document)
);

test('a part of a text is served as that text is', async () => {
  const { url } = await bot.upload(ENCODED_TEXTS['windows-1251'].file);
  const part = await site.request.get(new URL(url).pathname).set('Range', 'bytes=0-9').expect(206);
  expect(part.headers['content-type']).toBe('text/plain; charset=windows-1251');
});
