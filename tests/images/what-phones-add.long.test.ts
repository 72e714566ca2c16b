import { readFile } from 'node:fs/promises';

import sharp from 'sharp';

import { withJpegSegment } from '../reliability/hostile-files';
import { box } from '../support/box';
import { exiftool } from '../support/exiftool';
import { colourProfile, foundMetadata, pixelDigest } from '../support/images/look';
import { magick, SECRET } from '../support/images/make';
import { profiled } from '../support/images/profile';
import { uploadImage } from '../support/images/uploaded';
import { withFile } from '../support/programs';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

const APP1 = 0xe1;
const APP2 = 0xe2;

/** Makes a phone's photo with a wide colour profile and a second image, the gain map for brightness. */
const withGainMap = async (photo: Buffer): Promise<Buffer> => {
  const map = await magick('.jpg', ['-colorspace', 'Gray', '-comment', SECRET]);
  const xmp =
    'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ' +
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description hdrgm:Version="1.0" ' +
    'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"/></rdf:RDF></x:xmpmeta>';
  const index = Buffer.concat([Buffer.from('MPF\0MM\0*\0\0\0\x08', 'latin1'), Buffer.alloc(70)]);
  const iso = Buffer.from('urn:iso:std:iso:ts:21496:-1\0\0\0\0\0', 'latin1');
  const said = [
    [APP1, Buffer.from(xmp, 'latin1')],
    [APP2, iso],
    [APP2, index],
  ] as const;
  const primary = said.reduce((jpeg, [marker, data]) => withJpegSegment(jpeg, marker, data), photo);
  return Buffer.concat([primary, map]);
};

const withFilm = async (photo: Buffer): Promise<Buffer> =>
  Buffer.concat([photo, box('ftyp', Buffer.from('mp42')), box('mdat', Buffer.from(SECRET))]);

const asPair = async (photo: Buffer): Promise<Buffer> =>
  Buffer.concat([photo, photo, Buffer.from(SECRET)]);

test.each<[string, (photo: Buffer) => Promise<Buffer>]>([
  ['its HDR gain map', withGainMap],
  ['the film of a motion photo', withFilm],
  ['the second eye of a stereo picture', asPair],
])('a photograph is stored without %s, and looks as it did', async (_what, add) => {
  const photo = await profiled('jpeg');
  const { row, original, formats } = await uploadImage(site, bot, await add(photo), 'a.jpg');
  expect([row.width, row.height]).toEqual([400, 300]);
  expect(await pixelDigest(original.bytes, '.jpg')).toBe(await pixelDigest(photo, '.jpg'));
  expect(await colourProfile(original.bytes)).toEqual(await colourProfile(photo));
  expect(await foundMetadata([original.bytes], '.jpg')).toEqual([]);
  expect(original.bytes.includes(SECRET)).toBe(false);
  expect(original.bytes.includes('MPF\0')).toBe(false);
  expect(formats.length).toBeGreaterThan(0);
});

test('a photograph that says by EXIF alone that it is in Adobe RGB has the same values, and says it no more', async () => {
  const photo = await magick('.jpg');
  const sent = await withFile(photo, 'a.jpg', async (file) => {
    await exiftool('-q', '-overwrite_original', '-InteropIndex=R03', '-ColorSpace#=65535', file);
    return readFile(file);
  });
  const { original } = await uploadImage(site, bot, sent, 'a.jpg');
  const valuesOf = (image: Buffer) => sharp(image).raw().toBuffer();
  expect((await valuesOf(original.bytes)).equals(await valuesOf(photo))).toBe(true);
  expect(await foundMetadata([original.bytes], '.jpg')).toEqual([]);
});
