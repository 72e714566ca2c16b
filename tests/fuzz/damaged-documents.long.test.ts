import { identify } from '../../packages/media/src/identify';
import { bytesInMemory } from '../../packages/media/src/bytes/received-bytes';
import { sanitizeSvg } from '../../packages/media/src/svg/sanitize';
import { MADE_TO_RUN } from '../api/made-to-run';
import { ENCODED_TEXTS, OTHERS, TEXTS } from '../files/documents';
import { docx, pdf, type TestFile } from '../support/files';
import { createRandom } from '../support/random';
import { measured } from './cost';
import { damaged } from './damage';

/** Number of variants; `npm run fuzz:files` sets a higher one. */
const VARIANTS = Number(process.env.FUZZ_VARIANTS ?? 600);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

/** Maximum CPU time for one document of a few kilobytes. */
const MILLISECONDS = 1000;
const MEBIBYTE = 1024 * 1024;

const DOCUMENTS: TestFile[] = [
  ...Object.values({ ...TEXTS, ...ENCODED_TEXTS, ...OTHERS }).map(({ file }) => file),
  ...Object.values(MADE_TO_RUN).flatMap((files) => Object.values(files)),
  pdf(),
  docx(),
];

const DRAWING = Buffer.from(
  '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><!-- a -->' +
    '<svg xmlns="&ns;" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" onload="alert(1)">' +
    '<style><![CDATA[@import "x"; .a { fill: url(#b) } @media print { .a { fill: red } }]]></style>' +
    '<script>alert(1)</script><g id="b"><path d="M0 0" style="fill:url(#b)" onclick="alert(1)"/></g>' +
    '<a xlink:href="javascript:alert(1)"><use xlink:href="#b"/></a><image href="data:image/png;base64,AA"/>' +
    '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject></svg>'
);

/** Matches active content, which no sanitized SVG may contain. */
const ACTIVE =
  /<(?:script|foreignObject|iframe|animate|set|p)[\s/>]|<[^<>]*\son\w+\s*=|javascript:|<!|<\?|@import|url\((?!#)/i;

test('damaged documents, with any name, are told or refused with a declared code', async () => {
  const before = process.memoryUsage().rss;
  const slowest = { milliseconds: 0, what: '' };
  // Loads the tables of charsets, which otherwise the first text would.
  await identify(bytesInMemory(ENCODED_TEXTS['KOI8-R'].file.content), 'a.txt');
  for (let variant = 0; variant < VARIANTS; variant += 1) {
    const { content } = DOCUMENTS[variant % DOCUMENTS.length];
    const name = createRandom(SEED + variant).pick(DOCUMENTS)?.name ?? '';
    const bytes = bytesInMemory(damaged(content, SEED + variant));
    const identified = async () => {
      try {
        const { mime, ext } = await identify(bytes, name);
        expect(mime).toMatch(/^[\w.+-]+\/[\w.+-]+(?:; codecs=opus)?$/);
        expect(ext).toMatch(/^\.[\w.]+$/);
      } catch (error) {
        expect(error).toMatchObject({ code: 'file-type-not-allowed' });
      }
    };
    await measured(`${name}, seed ${SEED + variant}`, identified, slowest);
  }
  expect(slowest.milliseconds).toBeLessThan(MILLISECONDS);
  expect((process.memoryUsage().rss - before) / MEBIBYTE).toBeLessThan(512);
}, 1_800_000);

test('a damaged drawing is safe or refused', async () => {
  const slowest = { milliseconds: 0, what: '' };
  sanitizeSvg(DRAWING.toString());
  for (let variant = 0; variant < VARIANTS / 4; variant += 1) {
    const text = damaged(DRAWING, SEED + variant).toString();
    const sanitized = () => {
      const safe = sanitizeSvg(text);
      expect({ text, active: ACTIVE.exec(safe?.text ?? '') }).toEqual({ text, active: null });
    };
    await measured(`seed ${SEED + variant}`, sanitized, slowest);
  }
  expect(slowest.milliseconds).toBeLessThan(MILLISECONDS);
}, 1_800_000);
