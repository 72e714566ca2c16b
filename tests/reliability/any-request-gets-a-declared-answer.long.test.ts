import http from 'node:http';

import { ERRORS } from '@fleet-bot/protocol';
import fc from 'fast-check';

import { createBot } from '../support/bot';
import { startSite, type Site } from '../support/site';
import { form, formType } from './form';
import { sendRequest, type RawAnswer } from './raw-http';

/** Number of requests for each property, and a time limit in milliseconds. */
const RUNS = { numRuns: 150, interruptAfterTimeLimit: 12_000 };

let site: Site;
let agent: http.Agent;
let draft: string;
beforeAll(async () => {
  site = await startSite({
    register: (strapi) => {
      strapi.config.set('plugin::bot.rateLimit.wrongTokens', 1_000_000);
    },
  });
  agent = new http.Agent({ keepAlive: true });
  ({ id: draft } = await createBot(site).createPublication({ title: 'A draft' }));
});
afterAll(async () => {
  agent.destroy();
  await site.stop();
});

const INTERNAL =
  /node_modules|\bat .+:\d+:\d+|\/(?:tmp|home|root|work|usr)\/|SQLITE|select .+ from |insert into|update `/i;

/** Expects a success or an error that the interface declares, in the declared format. */
const expectDeclared = ({ status, headers, text }: RawAnswer) => {
  if (status === 200 || status === 201) return;
  const { data, error } = JSON.parse(text);
  expect(data).toBeNull();
  expect(Object.keys(error).sort()).toEqual(['details', 'message', 'name', 'status']);
  const code = error.details.code as keyof typeof ERRORS;
  expect(Object.keys(ERRORS)).toContain(code);
  expect([status, error.status]).toEqual([ERRORS[code][0], ERRORS[code][0]]);
  // The error `internal-error` is declared, but means an unhandled case.
  expect(code).not.toBe('internal-error');
  expect(error.details.requestId).toBe(headers['x-request-id']);
  expect(text).not.toMatch(INTERNAL);
};

interface Request {
  method?: string;
  path: string;
  headers?: http.OutgoingHttpHeaders;
  body?: Buffer | string;
}

const send = ({ method = 'POST', path, headers, body }: Request): Promise<RawAnswer> =>
  sendRequest(
    `${site.url}/api/bot${path}`,
    { method, agent, headers: { Authorization: `Bearer ${site.token}`, ...headers } },
    body
  );

const check = (request: fc.Arbitrary<Request>) =>
  fc.assert(
    fc.asyncProperty(request, async (one) => expectDeclared(await send(one))),
    RUNS
  );

const json = { 'Content-Type': 'application/json' };

/** Strings that reveal careless code: any Unicode, lone surrogates, NUL, markup, SQL. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 50 }),
  fc.constantFrom(
    '\0',
    '\ud800',
    "'; DROP TABLE works; --",
    '<script>',
    '__proto__',
    '%00',
    '../..',
    '{{7*7}}'
  )
);

/** Valid header values, because Node refuses to send others. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 300,
});

const pathText = text.map((value) => encodeURIComponent(Buffer.from(value).toString()));
const rawPath = fc.string({
  unit: fc.constantFrom(...'/.%0a2eFf;:@&=+$,~-_!*()[]\\|^`{}<>"\''.split('')),
  maxLength: 40,
});

const knownPath = fc.constantFrom(
  '/health',
  '/publications',
  '/publications/x',
  '/publications/x/publish',
  '/publications/x/unpublish',
  '/materials'
);
const method = fc.constantFrom(
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND'
);

test('POST /publications with any JSON', () =>
  check(fc.json({ maxDepth: 4 }).map((body) => ({ path: '/publications', headers: json, body }))));

test('POST /publications with any values in its own fields', () =>
  check(
    fc
      .record(
        {
          title: fc.oneof(text, fc.anything({ maxDepth: 1 })),
          body: fc.oneof(text, fc.anything({ maxDepth: 1 })),
          media: fc.oneof(
            fc.array(
              fc.oneof(
                text,
                fc.integer(),
                fc.double(),
                fc.record({ id: fc.oneof(text, fc.integer()) })
              )
            ),
            fc.anything({ maxDepth: 2 })
          ),
        },
        { requiredKeys: [] }
      )
      .map((body) => ({
        path: '/publications',
        headers: json,
        body: JSON.stringify(body, (_key, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value
        ),
      }))
  ));

test('POST /publications with any bytes, declared as anything', () =>
  check(
    fc.record({
      path: fc.constant('/publications'),
      headers: fc.record({
        'Content-Type': fc.oneof(
          fc.constantFrom('application/json', 'text/plain', 'application/json; charset=x'),
          headerText
        ),
      }),
      body: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
    })
  ));

test.each(['GET', 'DELETE'])('%s /publications/:id with any id', (verb) =>
  check(fc.oneof(pathText, rawPath).map((id) => ({ method: verb, path: `/publications/${id}` })))
);

test.each(['publish', 'unpublish', 'restore'])(
  'POST /publications/:id/%s with any id and any body',
  (command) =>
    check(
      fc.record({
        path: fc
          .oneof(pathText, rawPath, fc.constant(draft))
          .map((id) => `/publications/${id}/${command}`),
        headers: fc.constantFrom({}, json, formType),
        body: text,
      })
    )
);

test('GET /publications with any query string', () =>
  check(
    fc
      .oneof(
        fc
          .array(
            fc.tuple(
              fc.oneof(
                fc.constantFrom(
                  'status',
                  'limit',
                  'cursor',
                  'status[]',
                  'limit[$gt]',
                  'filters[id]',
                  '__proto__'
                ),
                text
              ),
              fc.oneof(text, fc.integer().map(String), fc.double().map(String), fc.base64String())
            ),
            { maxLength: 5 }
          )
          .map((pairs) =>
            pairs
              .map(
                ([name, value]) =>
                  `${encodeURIComponent(Buffer.from(name).toString())}=${encodeURIComponent(Buffer.from(value).toString())}`
              )
              .join('&')
          ),
        rawPath.map((raw) => raw.replaceAll('#', ''))
      )
      .map((query) => ({ method: 'GET', path: `/publications?${query}` }))
  ));

test('GET /publications with any cursor of the right form', () =>
  check(
    fc
      .tuple(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.oneof(text, fc.stringMatching(/^[a-z0-9]{1,64}$/))
      )
      .map(([time, id]) => Buffer.from(`${time}.${id}`).toString('base64url'))
      .map((cursor) => ({ method: 'GET', path: `/publications?cursor=${cursor}` }))
  ));

test('any verb on any path', () =>
  check(
    fc
      .record({
        method,
        path: fc.oneof(
          knownPath,
          pathText.map((part) => `/${part}`),
          rawPath.map((raw) => `/${raw}`)
        ),
      })
      .filter(({ method: verb }) => verb !== 'HEAD')
  ));

test('any headers on any endpoint', () =>
  check(
    fc.record({
      method: fc.constantFrom('GET', 'POST', 'DELETE'),
      path: knownPath,
      headers: fc.dictionary(
        fc.constantFrom(
          'Authorization',
          'Idempotency-Key',
          'X-Request-Id',
          'Content-Type',
          'Content-Encoding',
          'Accept',
          'Accept-Encoding',
          'Accept-Language',
          'Cookie',
          'Origin',
          'Range',
          'If-None-Match',
          'If-Modified-Since',
          'X-Forwarded-For',
          'X-Forwarded-Host',
          'X-Forwarded-Proto',
          'X-HTTP-Method-Override',
          'Referer'
        ),
        headerText,
        { maxKeys: 5 }
      ),
    })
  ));

test('POST /materials with any form', () =>
  check(
    fc
      .tuple(
        fc.array(
          fc.record({
            field: fc.oneof(
              { weight: 4, arbitrary: fc.constant('file') },
              fc.string({ maxLength: 20 })
            ),
            file: fc.record({
              name: text.map((name) => name.replace(/[\r\n"]/g, '')),
              mime: headerText,
              content: fc.oneof(
                fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
                text.map((value) => Buffer.from(value)),
                // The first bytes of known types, followed by random ones.
                fc
                  .tuple(
                    fc.constantFrom(
                      '89504e470d0a1a0a0000000d49484452',
                      'ffd8ffe000104a46494600',
                      '474946383961',
                      '52494646ffffff0057454250',
                      '504b0304',
                      '25504446',
                      '49492a00',
                      '0000001c66747970',
                      '38425053',
                      '00000100',
                      '424d'
                    ),
                    fc.uint8Array({ maxLength: 300 })
                  )
                  .map(([magic, rest]) => Buffer.concat([Buffer.from(magic, 'hex'), rest]))
              ),
            }),
          }),
          { maxLength: 2 }
        ),
        fc.array(
          fc.tuple(
            fc.oneof(
              fc.constantFrom('name', 'caption', 'alternativeText'),
              fc.string({ maxLength: 20 })
            ),
            text
          ),
          { maxLength: 3 }
        )
      )
      .map(([files, fields]) => ({
        path: '/materials',
        headers: formType,
        body: form(files, fields),
      }))
  ));

test('POST /materials with any bytes for a form', () =>
  check(
    fc.record({
      path: fc.constant('/materials'),
      headers: fc.oneof(
        fc.constant(formType),
        headerText.map((boundary) => ({
          'Content-Type': `multipart/form-data; boundary=${boundary}`,
        })),
        headerText.map((type) => ({ 'Content-Type': `multipart/form-data${type}` }))
      ),
      body: fc.oneof(
        fc.uint8Array({ maxLength: 1_000 }).map((bytes) => Buffer.from(bytes)),
        text,
        fc
          .array(
            fc.constantFrom(
              '--a-boundary-of-this-test',
              '\r\n',
              '--',
              'Content-Disposition: form-data; name="file"',
              '; filename="',
              'Content-Type: ',
              ':',
              '\0',
              'x'
            ),
            { maxLength: 20 }
          )
          .map((pieces) => pieces.join(''))
      ),
    })
  ));

test('after all this the site is healthy and works', async () => {
  const bot = createBot(site);
  const { id } = await bot.createPublication({ title: 'Afterwards' });
  expect((await bot.list({ limit: 1 }))[0].id).toBe(id);
  await bot.publish(id);
});
