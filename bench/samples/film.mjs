import { createRandom } from './random.mjs';

const box = (type, ...parts) => {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + head.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** An MP4 with a place in it, as a phone writes one: `moov` with its tags, then the samples. */
export const makeFilm = (size) => {
  const place = Buffer.from('+48.8577+002.2950/');
  const text = Buffer.alloc(4);
  text.writeUInt16BE(place.length, 0);
  const random = createRandom(5);
  const noise = Buffer.from(Array.from({ length: 65_536 }, () => Math.floor(random() * 256)));
  const content = Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42')),
    box('moov', box('mvhd', Buffer.alloc(100)), box('udta', box('©xyz', text, place))),
    box('mdat', Buffer.alloc(size, noise)),
  ]);
  return { name: 'film.mp4', mime: 'video/mp4', content };
};
