import { envelope } from '../support/envelope';
import { createBot } from '../support/bot';
import { countRows } from '../support/database';
import { useSite } from '../support/use-site';

const { site } = useSite();

test('a JSON body over 8 MiB is 413 in the envelope', async () => {
  const { body } = await createBot(site)
    .request('post', '/publications')
    .send({ title: 'Large', body: 'x'.repeat(8 * 1024 * 1024) })
    .expect(413);
  expect(body).toEqual(envelope(413, 'body-too-large'));
});

test('a JSON body over 8 MiB of unknown length is 413 too', async () => {
  const { status } = await fetch(`${site.url}/api/bot/publications`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${site.token}`, 'Content-Type': 'application/json' },
    body: new Blob(['{"title":"Large","body":"', 'x'.repeat(9 * 1024 * 1024), '"}']).stream(),
    duplex: 'half',
  });
  expect(status).toBe(413);
});

test('what is too large writes nothing', async () => {
  expect(await countRows(site, 'works')).toBe(0);
});
