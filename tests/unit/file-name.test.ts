import {
  displayName,
  fileNameIn,
  isUniqueStorageName,
  newStorageNameFor,
  parseStorageName,
  storageName,
} from '../../src/plugins/bot/server/src/core/storage/file-name';

test.each([
  ['report', '.pdf', 'report.pdf'],
  ['Bericht für März', '.docx', 'Bericht für März.docx'],
  ['J. R. Smith', '.pdf', 'J. R. Smith.pdf'],
  ['a<b>:"c|d?*', '.txt', 'abcd.txt'],
  ['line\nbreak\0', '.txt', 'linebreak.txt'],
  ['gpj\u202eexe', '.txt', 'gpjexe.txt'],
  ['zero\u200bwidth', '.txt', 'zerowidth.txt'],
  ['zero\u200dwidth', '.txt', 'zerowidth.txt'],
  ['👩\u200d💻', '.png', '👩\u200d💻.png'],
  ['می\u200cخواهم', '.txt', 'می\u200cخواهم.txt'],
  ['\u200dé\u200d', '.txt', 'é.txt'],
  ['  many   spaces  ', '.txt', 'many spaces.txt'],
  ['...dots...', '.txt', 'dots.txt'],
  ['CON', '.txt', '_CON.txt'],
  ['lpt1', '.txt', '_lpt1.txt'],
  ['', '.bin', 'file.bin'],
  ['...', '.bin', 'file.bin'],
  ['no extension', '', 'no extension'],
])('"%s" with the extension "%s" is shown as "%s"', (base, extension, shown) => {
  expect(displayName(base, extension)).toBe(shown);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\note.txt', 'note.txt'],
  ['/', ''],
])('"%s" is the path of "%s"', (path, name) => {
  expect(fileNameIn(path)).toBe(name);
});

test('two ways to write a letter are shown as one', () => {
  expect(displayName('u\u0308', '.txt')).toBe('ü.txt');
});

test('a long name is cut, its extension is not', () => {
  expect(displayName('x'.repeat(5000), '.pdf')).toBe(`${'x'.repeat(200)}.pdf`);
});

test('a long name is not cut in the middle of a character', () => {
  expect(displayName('🎉'.repeat(300), '.pdf')).toBe(`${'🎉'.repeat(200)}.pdf`);
});

test.each([
  'report.pdf',
  'Bericht für März.docx',
  '写真.jpg',
  '../../x',
  '',
  '🎉',
  'x'.repeat(5000),
  'a b/c',
])('the name of "%s" in storage is plain, short and without a path', (name) => {
  expect(storageName(name)).toMatch(/^[A-Za-z0-9_-]{1,80}_[0-9a-f]{20}$/);
});

test('a name in storage can be recognised', () => {
  expect(storageName('Bericht für März')).toMatch(/^Bericht_fuer_Maerz_[0-9a-f]{20}$/);
});

test('no two names in storage are the same', () => {
  expect(storageName('same.txt')).not.toBe(storageName('same.txt'));
});

test.each(['report.pdf', 'Bericht für März.docx', '写真.jpg', '', 'a b/c'])(
  'the name of "%s" in storage is known as one of ours, and its formats as of the same file',
  (name) => {
    const hash = storageName(name);
    const random = hash.slice(-20);
    expect(parseStorageName(`${hash}.jpg`)).toEqual({ hash, ext: '.jpg', random });
    expect(parseStorageName(hash)).toEqual({ hash, ext: '', random });
    expect(parseStorageName(`thumbnail_${hash}.jpg`)).toMatchObject({ random });
  }
);

test.each([
  'photo_1234567890.jpg',
  // Strapi's name for a bot's file that an editor has downloaded and uploaded again.
  `${storageName('hello.txt')}_1234567890.txt`,
  '.gitkeep',
  'plain.txt',
])('%s is not one of ours', (name) => {
  expect(parseStorageName(name)).toBeUndefined();
});

test('what replaces a file has a name of its own, which is known as one of ours', () => {
  const hash = storageName('photo');
  const other = newStorageNameFor(hash);
  expect(other).toMatch(/^photo_[0-9a-f]{20}$/);
  expect(other).not.toBe(hash);
  for (const name of [hash, other, `small_${hash}`]) expect(isUniqueStorageName(name)).toBe(true);
  for (const name of ['photo_1234567890', 'photo', '']) {
    expect(isUniqueStorageName(name)).toBe(false);
  }
});
