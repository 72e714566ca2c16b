import sharp from 'sharp';

import { box } from './box';
import { zip } from './zip';

/** A file in memory, as a bot would send it. */
export interface TestFile {
  name: string;
  content: Buffer;
  mime: string;
}

export interface ImageSize {
  width?: number;
  height?: number;
}

/** A gradient, which does not compress to almost nothing. Each `seed` gives a different image. */
const picture = ({ width = 640, height = 480 }: ImageSize, seed: number) => {
  const pixels = Buffer.alloc(width * height * 3);
  // Avoids globals, because in a test file each access to one takes longer than a pixel.
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      pixels[at++] = (x * 255) / width;
      pixels[at++] = (y * 255) / height;
      pixels[at++] = (x + y + seed * 37) % 256;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

export const png = async (
  size: ImageSize = {},
  name = 'picture.png',
  seed = 0
): Promise<TestFile> => ({
  name,
  content: await picture(size, seed).png().toBuffer(),
  mime: 'image/png',
});

export const jpeg = async (
  size: ImageSize = {},
  name = 'photo.jpg',
  seed = 0
): Promise<TestFile> => ({
  name,
  content: await picture(size, seed).jpeg({ quality: 85 }).toBuffer(),
  mime: 'image/jpeg',
});

export const webp = async (size: ImageSize = {}, name = 'picture.webp'): Promise<TestFile> => ({
  name,
  content: await picture(size, 0).webp().toBuffer(),
  mime: 'image/webp',
});

/** A photo as a phone takes it: rotated, with a location in its EXIF data. */
export const photoWithPlace = async (name = 'phone.jpg'): Promise<TestFile> => ({
  name,
  content: await picture({ width: 400, height: 300 }, 0)
    .withExif({
      IFD0: { Make: 'Test' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer(),
  mime: 'image/jpeg',
});

/** A PDF with one empty page. */
export const pdf = (name = 'paper.pdf', size = 0): TestFile => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  // A comment that fills the file up to the requested size.
  if (text.length < size) text += `%${'x'.repeat(size - text.length)}\n`;
  const xref = text.length;
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  text += `xref\n0 4\n0000000000 65535 f \n${lines.join('')}`;
  text += `trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return { name, content: Buffer.from(text, 'latin1'), mime: 'application/pdf' };
};

/** Boxes of an MP4 without a video. */
export const mp4 = (name = 'clip.mp4'): TestFile => ({
  name,
  content: Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1')),
    box('free', Buffer.alloc(0)),
    box('mdat', Buffer.alloc(64)),
  ]),
  mime: 'video/mp4',
});

/** A WAV file with one second of silence. */
export const wav = (name = 'sound.wav'): TestFile => {
  const rate = 8000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + rate, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(rate, 40);
  return { name, content: Buffer.concat([head, Buffer.alloc(rate, 128)]), mime: 'audio/wav' };
};

export const archive = (name = 'archive.zip'): TestFile => ({
  name,
  content: zip({ 'read-me.txt': 'hello' }),
  mime: 'application/zip',
});

/** A Word document with one paragraph. */
export const docx = (name = 'letter.docx'): TestFile => {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const content = zip({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/word/document.xml" ContentType="${main}.main+xml"/></Types>`,
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      `<Relationship Id="r1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml':
      '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
      '<w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p></w:body></w:document>',
  });
  return { name, content, mime: main };
};

/** A file with any text: plain, CSV, HTML, SVG, a script and so on. */
export const textFile = (name: string, content: string, mime = 'text/plain'): TestFile => ({
  name,
  content: Buffer.from(content),
  mime,
});

/** Bytes of no known format. */
export const binary = (size = 256, name = 'data.bin'): TestFile => ({
  name,
  content: Buffer.from(Array.from({ length: size }, (_, index) => (index * 7 + 3) % 256)),
  mime: 'application/octet-stream',
});
