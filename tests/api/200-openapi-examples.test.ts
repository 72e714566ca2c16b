import { png } from '../support/files';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

/** The keys of a value and of all nested values. */
const keysOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(keysOf);
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value).map(([key, one]) => [key, keysOf(one)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => one.localeCompare(other)));
};

it('examples of the description are taken by a site, and look like what it answers', async () => {
  const { body: description } = await site.request.get('/api/bot/openapi.json').expect(200);
  const examples: Record<string, object> = Object.fromEntries(
    Object.entries<{ examples?: [object] }>(description.components.schemas).flatMap(
      ([name, schema]) => (schema.examples ? [[name, schema.examples[0]]] : [])
    )
  );
  const { NewPublication, PublicationChange, ...answered } = examples;

  const picture = await png();
  const uploading = bot.request('post', '/materials').attach('file', picture.content, picture.name);
  const { body: material } = await uploading.expect(201);
  const draft = { ...NewPublication, media: [material] };
  const creating = bot.request('post', '/publications').send(draft);
  const { id } = (await creating.expect(201)).body;
  const [listed] = await bot.list();
  await bot.change(id, PublicationChange ?? {});
  const { body: feed } = await bot.request('get', '/changes').expect(200);
  const { id: _id, ...webhookChange } = feed.items[0];
  const { body: ready } = await bot.request('get', '/health/ready').expect(200);
  const { body: refusal } = await bot.request('post', '/publications').send({ title: '' });

  const { body: greeting } = await site.request.get('/api/bot').expect(200);

  const received = {
    Greeting: greeting,
    UploadedMaterial: material,
    PublicationItem: listed,
    ToldChange: webhookChange,
    Check: ready.checks[0],
    Error: refusal,
  };
  expect(keysOf(answered)).toEqual(keysOf(received));
});
