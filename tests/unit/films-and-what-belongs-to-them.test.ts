import { createSiteAddress } from '../../src/api/site-address';
import { addVideoCompanions } from '../../src/api/work/page/media/companions';
import { toMedium } from '../../src/api/work/page/media/medium';

const address = createSiteAddress('https://example.org');

const file = (name: string, mime: string) =>
  toMedium(
    {
      name,
      mime,
      url: `/uploads/${name}`,
      alternativeText: null,
      caption: null,
      size: 1,
      botBytes: null,
      width: mime.startsWith('image/') ? 4000 : null,
      height: mime.startsWith('image/') ? 3000 : null,
      formats: mime.startsWith('image/')
        ? {
            large: { url: `/uploads/large_${name}`, width: 1000, height: 750 },
            xxlarge: { url: `/uploads/xxlarge_${name}`, width: 2400, height: 1800 },
          }
        : null,
      botPlaceholder: null,
      botDuration: null,
      botRecordingTitle: null,
    },
    address
  );

const film = file('Talk.mp4', 'video/mp4');
const poster = file('talk.jpg', 'image/jpeg');
const german = file('talk.de.vtt', 'text/vtt');
const plain = file('talk.vtt', 'text/vtt');

test('a picture and subtitles that are named as a film belong to it, in a size that a page shows', () => {
  const { media, companions } = addVideoCompanions([film, poster, german, plain]);
  expect(media[0]).toMatchObject({
    poster: '/uploads/large_talk.jpg',
    tracks: [
      { url: '/uploads/talk.de.vtt', language: 'de' },
      { url: '/uploads/talk.vtt', language: null },
    ],
  });
  expect([...companions]).toEqual([poster, german, plain]);
});

test('whatever is named otherwise stands by itself', () => {
  const others = [
    file('other.jpg', 'image/jpeg'),
    file('talk.mp4.vtt', 'text/vtt'),
    file('talk.txt', 'text/plain'),
  ];
  const { media, companions } = addVideoCompanions([film, ...others]);
  expect(media[0]).toEqual(film);
  expect(companions.size).toBe(0);
});

test('without a film nothing belongs to anything', () => {
  expect(addVideoCompanions([poster, german])).toEqual({
    media: [poster, german],
    companions: new Set(),
  });
});
