import { useSite } from '../support/use-site';

const { site } = useSite();

/** Matches names that are valid type names in every language. */
const NAME = /^[A-Za-z][A-Za-z0-9]{0,39}$/;

const keysIn = (value: unknown, key: string): unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [
        ...(name === key ? [inner] : []),
        ...keysIn(inner, key),
      ])
    : [];

test('the parts of the description have names that generators make types of', async () => {
  const { body } = await site.request.get('/api/bot/openapi.json').expect(200);
  const { schemas, responses, parameters } = body.components;
  for (const part of [schemas, responses, parameters]) {
    expect(Object.keys(part).length).toBeGreaterThan(0);
    for (const name of Object.keys(part)) expect(name).toMatch(NAME);
  }
  const operations = keysIn(body.paths, 'operationId');
  expect(new Set(operations).size).toBe(operations.length);
  for (const name of operations) expect(name).toMatch(NAME);
});

test('no schema says what is so without it: generators make maps of anything of it', async () => {
  const { body } = await site.request.get('/api/bot/openapi.json').expect(200);
  const { PublicationMaterial } = body.components.schemas;
  expect(Object.keys(PublicationMaterial)).not.toContain('additionalProperties');
  expect(keysIn(body, 'propertyNames')).not.toContainEqual({ type: 'string' });
});

test('the description of a new publication says how a retry makes no second one', async () => {
  const { body } = await site.request.get('/api/bot/openapi.json').expect(200);
  expect(body.paths['/publications'].post.description).toContain('`Idempotency-Key`');
});

test('no schema refers to itself: openapi-typescript makes a type of it that does not compile', async () => {
  const { body } = await site.request.get('/api/bot/openapi.json').expect(200);
  for (const [name, schema] of Object.entries(body.components.schemas)) {
    expect(keysIn(schema, '$ref')).not.toContain(`#/components/schemas/${name}`);
  }
});
