import { useOwnSite } from '../support/use-site';
import { publishWork } from './works';

const { site } = useOwnSite();

/** A text that takes seconds to render. */
const slowText = '^[a'.repeat(340_000);
const SLOW = ['slow-1', 'slow-2'];

test('a page of an ordinary text waits for one text that takes long, and not for all of them', async () => {
  const body = 'Words that go on for a while. '.repeat(400);
  await publishWork(site.strapi, { title: 'Good', slug: 'good', body });
  for (const slug of SLOW)
    await publishWork(site.strapi, { title: slug, slug, body: `${slug} ${slowText}` });

  const settled: string[] = [];
  const read = async (slug: string): Promise<string> => {
    const { text } = await site.request.get(`/works/${slug}`).expect(200);
    settled.push(slug);
    return text;
  };
  const answers = SLOW.map(read);
  expect((await read('good')).includes('<p>Words that go on')).toBe(true);
  // Texts are rendered one after the other, shortest first.
  expect(settled.length).toBeLessThanOrEqual(2);
  for (const text of await Promise.all(answers)) expect(text.includes('^[a^[a')).toBe(true);
});
