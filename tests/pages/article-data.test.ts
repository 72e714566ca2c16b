import { jpeg } from '../support/files';
import { useSite } from '../support/use-site';
import { publishWork, storeFile } from './works';

const { site } = useSite();

const dataOf = (page: string): { '@graph': Record<string, unknown>[] } =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '');

test('a page says in the words of schema.org what it is', async () => {
  const photo = await storeFile(site.strapi, await jpeg({ width: 1200, height: 800 }), {
    alternativeText: 'The quay',
  });
  await publishWork(site.strapi, {
    title: 'An evening',
    slug: 'an-evening',
    body: 'Some text.',
    media: [photo.id],
  });
  const { text } = await site.request.get('/works/an-evening');
  const url = `${site.url}/works/an-evening`;
  expect(dataOf(text)).toEqual({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Article',
        headline: 'An evening',
        inLanguage: 'en',
        mainEntityOfPage: url,
        url,
        datePublished: expect.stringMatching(/Z$/),
        dateModified: expect.stringMatching(/Z$/),
        publisher: { '@type': 'Organization', name: 'test-site', url: `${site.url}/works` },
        description: 'Some text.',
        image: [
          {
            '@type': 'ImageObject',
            url: `${site.url}${photo.url}`,
            width: 1200,
            height: 800,
            caption: 'The quay',
          },
        ],
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'test-site', item: `${site.url}/works` },
          { '@type': 'ListItem', position: 2, name: 'An evening', item: url },
        ],
      },
    ],
  });
});

test('no title ends the block', async () => {
  const title = '</script><script>alert(1)</script><!--';
  await publishWork(site.strapi, { title, slug: 'nasty' });
  const { text } = await site.request.get('/works/nasty');
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(dataOf(text)['@graph'][0]).toMatchObject({ headline: title });
});
