import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import sharp from 'sharp';

const namesInImage = async (bytes: Buffer): Promise<string[]> => {
  const { exif, iptc, xmp, comments = [] } = await sharp(bytes).metadata();
  const found = { EXIF: exif, IPTC: iptc, XMP: xmp };
  return [
    ...Object.entries(found).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    ...comments.map(({ keyword }) => `comment "${keyword}"`),
  ];
};

const namesInFilm = async (bytes: Buffer): Promise<string[]> => {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  try {
    return Object.keys((await input.getMetadataTags()).raw ?? {}).map((name) => `tag "${name}"`);
  } finally {
    input.dispose();
  }
};

/** What libraries find of metadata in a file, by their names; nothing in one that they cannot read. */
export const metadataNames = async (bytes: Buffer, mime: string): Promise<string[]> => {
  try {
    return mime.startsWith('image/') ? await namesInImage(bytes) : await namesInFilm(bytes);
  } catch {
    return [];
  }
};
