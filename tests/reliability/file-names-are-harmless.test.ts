import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { png } from '../support/files';
import { useSite } from '../support/use-site';
import { form, formType } from './form';
import { sendRequest } from './raw-http';
import { FILE } from './rows';

const { site } = useSite();
let content: Buffer;
beforeAll(async () => {
  ({ content } = await png({ width: 40, height: 30 }));
});

const send = async (name: string, fields: [string, string][] = []) => {
  const headers = { ...formType, Authorization: `Bearer ${site.token}` };
  const body = form([{ file: { name, content, mime: 'image/png' } }], fields);
  const { status, text } = await sendRequest(`${site.url}/api/bot/materials`, { headers }, body);
  if (status !== 201) throw new Error(`${status}: ${text}`);
  const { id, url } = JSON.parse(text) as { id: string; url: string };
  const row = await site.strapi.db.query(FILE).findOne({ where: { documentId: id } });
  return { name: row.name as string, stored: path.posix.basename(new URL(url).pathname) };
};

/** Matches allowed names in storage, whatever name was sent. */
const PLAIN = /^[A-Za-z0-9_-]{1,120}\.png$/;

test.each([
  ['a path upwards', '../../etc/passwd', 'passwd.png'],
  ['a path upwards in escapes', '..%2f..%2fetc%2fpasswd', '%2f..%2fetc%2fpasswd.png'],
  ['a path from the root', '/etc/passwd.png', 'passwd.png'],
  ['a Windows path', 'C:\\\\Users\\\\a\\\\b.png', 'b.png'],
  ['a backslash', 'a\\\\b.png', 'b.png'],
  ['a line break', 'a\u000bb.png', 'ab.png'],
  ['a bell and an escape', 'a\u0007\u001b[31mb.png', 'a[31mb.png'],
  ['a right-to-left override', 'photo\u202egnp.exe', 'photognp.png'],
  ['other marks of direction', 'a\u2066b\u200fc\u061cd.png', 'abcd.png'],
  ['a NUL and another extension', 'a.html\u0000.png', 'a.html.png'],
  ['wildcards and pipes', 'a*?<b>|:c.png', 'abc.png'],
  ['a name that Windows reserves', 'CON.png', '_CON.png'],
  ['a reserved name with two extensions', 'nul.tar.png', '_nul.tar.png'],
  ['dots in front', '...hidden.png', 'hidden.png'],
  ['the name of a server file', '.htaccess', 'htaccess.png'],
  ['dots only', '...', 'file.png'],
  ['spaces only', '   ', 'file.png'],
  ['nothing', '', 'file.png'],
  ['spaces around and inside', '  a   b .png', 'a b.png'],
  ['German', 'Grüße aus Köln.png', 'Grüße aus Köln.png'],
  ['Chinese', '照片.png', '照片.png'],
  ['Arabic', 'صورة.png', 'صورة.png'],
  ['emoji', '🌊 tide.png', '🌊 tide.png'],
])('%s', async (_case, name, shown) => {
  const file = await send(name);
  expect(file.name).toBe(shown);
  expect(file.stored).toMatch(PLAIN);
  expect(existsSync(path.join(site.uploadsDir, file.stored))).toBe(true);
});

test('300 characters are cut, and the extension stays', async () => {
  const { name, stored } = await send(`${'ü'.repeat(300)}.png`);
  expect(Array.from(name).length).toBeLessThanOrEqual(255);
  expect(name).toMatch(/^ü{100,}\.png$/);
  expect(stored).toMatch(PLAIN);
});

test('300 emoji are cut between two of them', async () => {
  const { name } = await send(`${'🌊'.repeat(300)}.png`);
  expect(name).toMatch(/^(?:🌊)+\.png$/u);
});

test.each([
  ['a path', '../../a.html', 'a.png'],
  ['a right-to-left override', 'a\u202eb', 'ab.png'],
])('the field name is as harmless as a file name: %s', async (_case, name, shown) => {
  expect((await send('a.png', [['name', name]])).name).toBe(shown);
});

test('two files of one name lie beside each other', async () => {
  const [one, two] = [await send('same.png'), await send('same.png')];
  expect(two.name).toBe(one.name);
  expect(two.stored).not.toBe(one.stored);
});

test('after all this, there is nothing but plain files in the uploads folder, and nothing beside it', async () => {
  const entries = await readdir(site.uploadsDir, { withFileTypes: true });
  expect(entries.filter((entry) => !entry.isFile() || !PLAIN.test(entry.name))).toEqual([]);
  expect(await readdir(site.publicDir)).toEqual(['uploads']);
});
