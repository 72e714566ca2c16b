import { z } from 'zod';

import { ERRORS, errorsOf, OPERATIONS, type Operation, type Site } from '../src';

const site: Site = {
  limits: {
    titleLength: 255,
    bodyBytes: 1_048_576,
    mediaCount: 100,
    listDefault: 25,
    listMaximum: 100,
  },
  changes: { pageDefault: 100, pageMaximum: 1_000 },
  fields: z.record(z.string(), z.unknown()),
  relations: ['tags'],
  hasSearch: true,
};

const operations = Object.entries<Operation>(OPERATIONS);

test.each(operations)('JSON Schema can say what %s is asked and answers', (_id, operation) => {
  const { query, body = {}, params = {}, headers = {}, answers } = operation;
  const asked = [...(query ? [query] : []), ...Object.values(body)].map((of) => of(site));
  for (const schema of [...asked, ...Object.values({ ...params, ...headers })]) {
    expect(() => z.toJSONSchema(schema, { io: 'input' })).not.toThrow();
  }
  const answered = Object.values(answers).flatMap((answer) => [
    ...(answer.body === undefined ? [] : [answer.body]),
    ...Object.values(answer.headers ?? {}),
  ]);
  for (const schema of answered) {
    expect(() => z.toJSONSchema(schema)).not.toThrow();
  }
});

test.each(operations)(
  '%s takes the parameters that its path names',
  (_id, { path, params = {} }) => {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(params)).toEqual(named);
  }
);

test('each error is one of an operation', () => {
  const answered = new Set(operations.flatMap(([, operation]) => errorsOf(operation)));
  expect([...answered].sort()).toEqual(Object.keys(ERRORS).sort());
});

test('a path with a fixed word comes before one with a parameter in its place', () => {
  const paths = operations.map(([, { path }]) => path);
  expect(paths.indexOf('/materials/resumable')).toBeLessThan(paths.indexOf('/materials/:id'));
});

test('a request refuses keys that it does not know, and an answer keeps them', () => {
  const created = OPERATIONS.createPublication;
  const body = created.body['application/json'](site);
  expect(body.safeParse({ title: 'a', later: 1 }).success).toBe(false);
  expect(created.answers[201].body.parse({ id: 'a', later: 1 })).toEqual({ id: 'a', later: 1 });
});

test('what JSON Schema is told of a text holds its bounds, which are functions', () => {
  const schema = z.toJSONSchema(OPERATIONS.createPublication.body['application/json'](site), {
    io: 'input',
  });
  expect(schema.properties?.title).toMatchObject({ minLength: 1, maxLength: 255 });
  expect(schema.properties?.body).toMatchObject({ description: 'Markdown, at most 1048576 bytes' });
});

test.each<[string, Parameters<typeof errorsOf>[0], string[], string[]]>([
  [
    'nobody needs a token for',
    { method: 'GET', isPublic: true },
    ['token-not-configured', 'method-not-allowed'],
    ['token-missing', 'storage-full'],
  ],
  ['only reads', { method: 'GET' }, ['token-missing', 'bot-paused'], ['storage-full']],
  [
    'writes, without a body and without a key',
    { method: 'DELETE' },
    ['storage-full'],
    ['idempotency-key-reused', 'malformed-json'],
  ],
  [
    'takes effect once',
    { method: 'POST', headers: { 'Idempotency-Key': z.string() } },
    ['idempotency-key-reused', 'idempotency-key-in-use', 'storage-full'],
    ['body-too-large'],
  ],
  [
    'takes JSON',
    { method: 'PATCH', body: { 'application/json': () => z.object() } },
    ['malformed-json', 'media-type-not-supported', 'storage-full'],
    ['idempotency-key-reused'],
  ],
  [
    'takes a file only',
    {
      method: 'POST',
      body: { 'multipart/form-data': () => z.object() },
      errors: ['file-too-large'],
    },
    ['file-too-large'],
    ['malformed-json'],
  ],
])('the errors of what %s', (_what, operation, some, none) => {
  const errors: string[] = errorsOf(operation);
  expect(errors).toEqual(expect.arrayContaining(some));
  expect(errors.filter((code) => none.includes(code))).toEqual([]);
  expect(new Set(errors).size).toBe(errors.length);
});
