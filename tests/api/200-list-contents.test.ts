import { png } from '../support/files';
import { useSite } from '../support/use-site';

const { bot } = useSite();

interface Answer {
  body: { id: string; title: string; body: string }[];
  headers: Record<string, string>;
}

afterEach(async () => {
  for (const { id } of await bot.list()) await bot.remove(id);
});

const pageAt = async (path: string): Promise<Answer> => bot.request('get', path).expect(200);

const nextOf = ({ headers }: Answer): string | undefined =>
  /api\/bot(\/[^>]*)>/.exec(headers.link ?? '')?.[1];

test('a list with contents says of each publication what it says on its own, and its ETag', async () => {
  const picture = await bot.upload(await png(), { alternativeText: 'A boat' });
  const { id } = await bot.createPublication({
    ...{ title: 'Whole', body: `![A boat](${picture.url})`, media: [picture] },
    fields: { cover: picture.id, tags: ['Ships'] },
  });
  await bot.publish(id);
  await bot.request('patch', `/publications/${id}`).send({ body: 'In work' }).expect(200);
  await bot.createPublication({ title: 'Draft' });

  const { body: items } = await pageAt('/publications?include=content');
  expect(items.map(({ title }) => title)).toEqual(['Draft', 'Whole']);
  for (const item of items) {
    const { body, headers } = await bot.request('get', `/publications/${item.id}`).expect(200);
    expect(item).toEqual({ ...(body as object), etag: headers.etag, formerSlugs: [] });
  }
});

test('a list with contents says at which slugs a publication was public, unless that is public again', async () => {
  const { id } = await bot.createPublication({ title: 'Moved', slug: 'first' });
  const other = await bot.createPublication({ title: 'Other', slug: 'unused' });
  const move = (to: string, which = id) =>
    bot.request('patch', `/publications/${which}?publish=true`).send({ slug: to }).expect(200);
  for (const slug of ['first', 'second', 'third', 'fourth', 'second']) await move(slug);
  await move('third', other.id);

  const { body } = await pageAt('/publications?include=content');
  expect(body).toMatchObject([
    { title: 'Other', formerSlugs: [] },
    { title: 'Moved', formerSlugs: ['first', 'fourth'] },
  ]);
});

test('a page of contents ends once its texts are long, and the next one goes on behind it', async () => {
  const long = 'a'.repeat(600_000);
  const titles = ['One', 'Two', 'Three'];
  for (const title of titles) await bot.createPublication({ title, body: long });
  const first = await pageAt('/publications?include=content');
  expect(first.body.map(({ title }) => title)).toEqual(['Three', 'Two']);
  const second = await pageAt(String(nextOf(first)));
  expect(second.body.map(({ title }) => title)).toEqual(['One']);
  expect(nextOf(second)).toBeUndefined();
});
