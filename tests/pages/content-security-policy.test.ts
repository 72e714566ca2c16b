import { createHash } from 'node:crypto';

import { startSite, type Site } from '../support/site';
import { publishWork } from './works';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await publishWork(site.strapi, {
    title: 'Table',
    slug: 'table',
    body: '|a|b|\n|:-:|-:|\n|1|2|\n',
  });
});
afterAll(() => site.stop());

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
        "img-src 'self'",
        "media-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors 'self' ${new URL(site.url).origin}`,
      ].join('; ')
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  }
);

test('no page has a script or a style that the policy would stop', async () => {
  const { text } = await site.request.get('/works/table');
  expect(text).not.toMatch(/<script(?! type="application\/ld\+json">)| style=| on\w+=/);
  expect(text).toContain('<td class="right">2</td>');
});
