import { createHash } from 'node:crypto';

import { jpeg } from '../support/files';
import { useSite } from '../support/use-site';
import { publishWork, storeFile } from './works';

const { site } = useSite();
beforeAll(async () => {
  await publishWork(site.strapi, {
    title: 'Table',
    slug: 'table',
    body: '|a|b|\n|:-:|-:|\n|1|2|\n',
  });
});

test.each(['/works', '/works/table', '/works/missing'])(
  '%s allows its own style and nothing else',
  async (path) => {
    const { headers, text } = await site.request.get(path);
    const style = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      [
        "default-src 'none'",
        `style-src 'sha256-${hash}'`,
        "connect-src 'self'",
        "img-src 'self'",
        "media-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors 'self' ${new URL(site.url).origin}`,
      ].join('; ')
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  }
);

test('a page with a picture allows the style that has it in a few pixels, and what stands in that', async () => {
  const { id } = await storeFile(site.strapi, await jpeg());
  await publishWork(site.strapi, { title: 'Picture', slug: 'picture', media: [id] });
  const { headers, text } = await site.request.get('/works/picture');
  const styles = [...text.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style = '']) => style);
  expect(styles[1]).toMatch(
    /^\.p[\da-f]{6}\{background:url\(data:image\/webp;base64,[\w+/=]+\) center\/cover\}$/
  );
  expect(text).toMatch(/<img [^>]* class="p[\da-f]{6}"/);
  const hashes = styles.map(
    (style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`
  );
  expect(headers['content-security-policy']).toContain(`style-src ${hashes.join(' ')};`);
  expect(headers['content-security-policy']).toContain("img-src 'self' data:;");
});

test('no page has a script or a style that the policy would stop', async () => {
  const { text } = await site.request.get('/works/table');
  expect(text).not.toMatch(/<script(?! type="application\/ld\+json">)| style=| on\w+=/);
  expect(text).toContain('<td class="right">2</td>');
});
