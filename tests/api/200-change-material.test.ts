import { envelope, fieldErrors } from '../support/envelope';
import { textFile } from '../support/files';
import { useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite();

const change = (id: string, body: object) => bot.request('patch', `/materials/${id}`).send(body);

test('only what is named changes; null takes it away; address and bytes stay', async () => {
  const material = await bot.upload(textFile('a.txt', 'a'), { caption: 'Caption' });
  const { body } = await change(material.id, { name: 'New.txt', alternativeText: 'Text' });
  expect(body).toEqual({
    ...material,
    name: 'New.txt',
    alternativeText: 'Text',
    caption: 'Caption',
  });
  expect((await change(material.id, { caption: null }).expect(200)).body.caption).toBeNull();
  expect(await (await fetch(material.url)).text()).toBe('a');
});

test('with a key it is done once, and the first answer is repeated', async () => {
  const material = await bot.upload(textFile('b.txt', 'b'));
  const once = () => change(material.id, { caption: 'Once' }).set('Idempotency-Key', 'caption');
  const first = await once().expect(200);
  await change(material.id, { caption: 'Later' }).expect(200);
  const again = await once().expect(200);
  expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
  const { body } = await bot.request('get', `/materials/${material.id}`);
  expect(body.caption).toBe('Later');
});

test('Strapi tells its webhooks', async () => {
  const material = await bot.upload(textFile('c.txt', 'c'));
  const event = new Promise((resolve) => {
    site.strapi.eventHub.once('media.update', (event) => Promise.resolve(resolve(event)));
  });
  await change(material.id, { caption: 'Told' }).expect(200);
  expect(await event).toMatchObject({ media: { documentId: material.id, caption: 'Told' } });
});

test.each<[what: string, body: object, path: string]>([
  ['an empty name', { name: ' ' }, 'name'],
  ['a name taken away', { name: null }, 'name'],
  ['a caption that is no text', { caption: 5 }, 'caption'],
  ['a text that is too long', { alternativeText: 'a'.repeat(2_001) }, 'alternativeText'],
  ['what cannot be changed', { url: '/elsewhere' }, 'url'],
])('%s is refused', async (_what, body, path) => {
  const { id } = await bot.upload(textFile('d.txt', 'd'));
  const answer = await change(id, body).expect(400);
  expect(answer.body).toEqual(envelope(400, 'invalid-request', fieldErrors([path])));
});
