import { createHash } from 'node:crypto';

import { png, textFile } from '../support/files';
import { useSite } from '../support/use-site';

const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const { bot } = useSite();

const record = async (id: string) =>
  (await bot.request('get', `/materials/${id}`).expect(200)).body;

test('an image is shown with all that is known of it', async () => {
  const picture = await png({ width: 1200, height: 900 });
  const material = await bot.upload(picture, { name: 'Sea', alternativeText: 'Waves' });
  const shown = await record(material.id);
  expect(shown).toEqual({
    ...material,
    name: 'Sea.png',
    alternativeText: 'Waves',
    caption: null,
    mime: 'image/png',
    sha256: {
      received: createHash('sha256').update(picture.content).digest('hex'),
      stored: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    },
    kilobytes: expect.closeTo(picture.content.length / 1000, 1) as unknown,
    width: 1200,
    height: 900,
    formats: expect.objectContaining({
      small: { url: expect.any(String) as unknown, width: 500, height: 375 },
    }) as unknown,
    createdAt: expect.stringMatching(ISO_DATE) as unknown,
    updatedAt: expect.stringMatching(ISO_DATE) as unknown,
    uses: [],
    isUsed: false,
  });
  for (const { url } of Object.values<{ url: string }>(shown.formats)) {
    expect((await fetch(url)).status).toBe(200);
  }
});

test('the publications that use it are named, with how they do', async () => {
  const material = await bot.upload(textFile('a.txt', 'a'));
  const first = await bot.createPublication({ title: 'As media', media: [material] });
  await bot.publish(first.id);
  const body = `[a](${new URL(material.url).pathname})`;
  const second = await bot.createPublication({ title: 'In its text', body });
  const { uses, isUsed, width, formats } = await record(material.id);
  expect(isUsed).toBe(true);
  expect([width, formats]).toEqual([null, {}]);
  expect(uses).toEqual([
    { id: first.id, title: 'As media', status: 'published', how: ['media'] },
    { id: second.id, title: 'In its text', status: 'draft', how: ['text'] },
  ]);
});
