import { makeNoise } from './noise.mjs';

const box = (type, ...parts) => {
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 8);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content]);
};

/**
 * Creates an MP4 with GPS coordinates. Its structure is that of a phone's video: `moov` with its tags, then the media
 * data.
 */
export const makeFilm = (size) => {
  const place = Buffer.from('\0\x12\0\0+48.8577+002.2950/');
  const content = Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42')),
    box('moov', box('mvhd', Buffer.alloc(100)), box('udta', box('©xyz', place))),
    box('mdat', Buffer.alloc(size, makeNoise(65_536, 5))),
  ]);
  return { name: 'film.mp4', mime: 'video/mp4', content };
};
