import { useSite } from '../support/use-site';

const { site } = useSite();

test.each(['post', 'put', 'patch', 'delete'] as const)('%s is not for pages', async (verb) => {
  for (const path of ['/works', '/works/any']) {
    const { status, headers } = await site.request[verb](path);
    expect(status).toBe(405);
    expect(headers.allow).toBe('HEAD, GET');
  }
});

test('works have no content API of their own', async () => {
  await site.request.get('/api/works').expect(404);
});
