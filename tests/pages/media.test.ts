import { binary, jpeg, mp4, pdf, png, wav } from '../support/files';
import { useSite } from '../support/use-site';
import { publishWork, storeFile } from './works';

const { site } = useSite();

const pageOf = async (slug: string, media: number[], body = ''): Promise<string> => {
  await publishWork(site.strapi, { title: slug, slug, body, media });
  return (await site.request.get(`/works/${slug}`).expect(200)).text;
};

test('an image comes in every stored width, with its size, text and caption', async () => {
  const photo = await jpeg({ width: 1200, height: 800 });
  const { id, url } = await storeFile(site.strapi, photo, {
    alternativeText: 'A "quay"',
    caption: 'At <six>',
  });
  const text = await pageOf('image', [id]);

  const image = /<figure><img [^>]*>/.exec(text)?.[0] ?? '';
  expect(image).toContain(`src="${url}"`);
  expect(image).toContain('width="1200" height="800"');
  expect(image).toContain('alt="A &quot;quay&quot;"');
  const widths = [...(/srcset="([^"]+)"/.exec(image)?.[1] ?? '').matchAll(/ (\d+)w/g)].map(
    ([, width]) => Number(width)
  );
  expect(widths).toEqual([234, 500, 750, 1000, 1200]);
  expect(text).toContain('<figcaption dir="auto">At &lt;six&gt;</figcaption>');
});

test('an image without an alternative text has an empty one', async () => {
  const { id } = await storeFile(site.strapi, await png({ width: 60, height: 40 }));
  expect(await pageOf('silent', [id])).toContain(' alt="" ');
});

test('media keep the order of the work; images after the first are loaded late', async () => {
  const files = [
    await storeFile(site.strapi, await png({ width: 50, height: 50 }, 'b.png', 1)),
    await storeFile(site.strapi, await png({ width: 50, height: 50 }, 'a.png', 2)),
    await storeFile(site.strapi, await png({ width: 50, height: 50 }, 'c.png', 3)),
  ];
  const text = await pageOf(
    'order',
    files.map(({ id }) => id)
  );
  const images = [...text.matchAll(/<img src="([^"]+)"[^>]*>/g)];
  expect(images.map(([, url]) => url)).toEqual(files.map(({ url }) => url));
  expect(images.map(([tag]) => tag.includes('loading="lazy"'))).toEqual([false, true, true]);
});

test('a film and a sound say how long they are, and the film how large', async () => {
  const video = await storeFile(site.strapi, mp4('Known.mp4'));
  const audio = await storeFile(site.strapi, wav('Sea.wav'));
  const files = site.strapi.db.query('plugin::upload.file');
  // Written to the rows directly, because reading the files' headers is not tested here.
  const known = { width: 640, height: 360, botDuration: 3723.4 };
  await files.update({ where: { id: video.id }, data: known });
  const heard = { botRecordingTitle: 'The <sea>', botDuration: 1 };
  await files.update({ where: { id: audio.id }, data: heard });
  const text = await pageOf('known', [video.id, audio.id]);
  expect(text).toContain(`src="${video.url}" width="640" height="360" aria-label="Known.mp4"`);
  expect(text).toContain('Known.mp4 <time datetime="PT1H2M3S">1:02:03</time></figcaption>');
  expect(text).toContain('The &lt;sea&gt; <time datetime="PT1S">0:01</time></figcaption>');

  expect(text).toContain('"width":640,"height":360,"duration":"PT1H2M3S"');
  expect(text).toContain('"@type":"AudioObject","name":"The \\u003csea>"');

  const { body } = await site.request.get('/works/feed.json');
  expect(body.items[0].attachments).toEqual([
    expect.objectContaining({ duration_in_seconds: 3723 }),
    expect.objectContaining({ duration_in_seconds: 1 }),
  ]);
});

test('video and audio get a player', async () => {
  const video = await storeFile(site.strapi, mp4('Tide.mp4'));
  const audio = await storeFile(site.strapi, wav('Waves.wav'));
  const text = await pageOf('players', [video.id, audio.id]);
  expect(text).toContain(
    `<video controls preload="metadata" src="${video.url}" aria-label="Tide.mp4">`
  );
  expect(text).toContain(
    `<audio controls preload="metadata" src="${audio.url}" aria-label="Waves.wav">`
  );
});

test('other files are links with name and size', async () => {
  const paper = await storeFile(site.strapi, pdf('Tide & table.pdf', 120_000));
  const data = await storeFile(site.strapi, binary());
  const text = await pageOf('files', [paper.id, data.id]);
  expect(text).toContain(`<a href="${paper.url}" download="Tide &amp; table.pdf"`);
  expect(text).toContain('<span>120 kB</span>');
  expect(text).toContain(`<a href="${data.url}" download="data.bin"`);
});

test('an image that stands in the text is not repeated below it', async () => {
  const { id, url } = await storeFile(site.strapi, await png({ width: 800, height: 600 }));
  const text = await pageOf('in-text', [id], `Look: ![From the text](${site.url}${url})`);
  expect(text.match(/<img /g)).toHaveLength(1);
  expect(text).toMatch(
    new RegExp(`<p>Look: <img src="${url}" srcset="[^"]+" sizes="[^"]+" alt="From the text"`)
  );
});

test('a picture in the text that is no media of the work comes in every stored width, with its size', async () => {
  const { url } = await storeFile(site.strapi, await jpeg({ width: 1200, height: 800 }), {
    alternativeText: 'The quay',
  });
  const small = url.replace('/uploads/', '/uploads/small_');
  const text = await pageOf('only-in-text', [], `![](${url})\n\n![Small](${site.url}${small})`);
  const [, first, second] = /<p>(<img [^]*?>)<\/p>\s*<p>(<img [^]*?>)<\/p>/.exec(text) ?? [];
  expect(first).toMatch(
    /srcset="[^"]+ 1200w" sizes="[^"]+" alt="The quay" width="1200" height="800"/
  );
  expect(second).toContain(`src="${small}" alt="Small" width="500" height="333"`);
  expect(second).toContain('loading="lazy"');
  // Only the media of the work itself are below the text.
  expect(text.match(/<img /g)).toHaveLength(2);
});

test('the list shows the first image of a work', async () => {
  const paper = await storeFile(site.strapi, pdf());
  const photo = await storeFile(site.strapi, await png({ width: 50, height: 50 }));
  await pageOf('listed', [paper.id, photo.id]);
  const { text } = await site.request.get('/works');
  const item = text.split('<li>').find((part) => part.includes('/works/listed'));
  expect(item).toContain(`<img src="${photo.url}" alt=""`);
});
