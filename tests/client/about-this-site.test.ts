import { createClient } from '../../packages/client/src';
import { useSite } from '../support/use-site';

const { site } = useSite();

test('a client learns what the site can do', async () => {
  const about = await createClient({ address: site.url, token: site.token }).about();
  expect(about).toMatchObject({
    site: 'test-site',
    protocol: expect.stringMatching(/^1\./) as string,
  });
  expect(about?.features).toContain('resumable');
});
