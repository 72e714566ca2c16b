import { Writable } from 'node:stream';

import supertest from 'supertest';

import { startSite, type Site } from '../support/site';
import { form, formType } from './form';
import { sendText } from './raw-http';

const TOKEN = 'tell-nobody-0123456789';

let site: Site;
let log = '';
beforeAll(async () => {
  const { transports, format } = await import('winston');
  site = await startSite({
    env: { BOT_API_TOKEN: TOKEN, LOG_LEVEL: 'debug' },
    register: (strapi) => {
      const stream = new Writable({
        write: (line, _encoding, done) => {
          log += String(line);
          done();
        },
      });
      strapi.log.clear();
      strapi.log.add(new transports.Stream({ stream, format: format.json() }));
    },
  });
});
afterAll(() => site.stop());
beforeEach(() => {
  log = '';
});

const http = () => supertest(site.url);

const allOf = ({ headers, text }: { headers: unknown; text: string }) =>
  JSON.stringify(headers) + text;

const expectHidden = (answer: { headers: unknown; text: string }) => {
  expect(allOf(answer)).not.toContain(TOKEN);
  expect(log).not.toContain(TOKEN);
};

const json = (body: string) => ({ 'Content-Type': 'application/json', body });

describe('request ids', () => {
  test('one that is sent is returned, put into the error and logged', async () => {
    const answer = await http()
      .get('/api/bot/publications')
      .set('X-Request-Id', 'run-7:step.2')
      .expect(401);
    expect(answer.headers['x-request-id']).toBe('run-7:step.2');
    expect(answer.body.error.details.requestId).toBe('run-7:step.2');
    expect(log).toContain('run-7:step.2');
  });

  test('one is made where none is sent', async () => {
    const answer = await http().get('/api/bot/publications').expect(401);
    const id = answer.headers['x-request-id'];
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.body.error.details.requestId).toBe(id);
    expect(log).toContain(id);
  });

  test('a success has one, too', async () => {
    const answer = await http().get('/api/bot/health').set('X-Request-Id', 'success').expect(200);
    expect(answer.headers['x-request-id']).toBe('success');
    expect(log).toContain('success');
  });

  test.each([
    ['129 characters', 'x'.repeat(129)],
    ['a space', 'a b'],
    ['markup', '<script>alert(1)</script>'],
    ['a second log line', 'a%0a[error] forged'],
    ['a tab', 'a\tb'],
    ['letters outside ASCII', 'é'],
    ['quotes', '"a"'],
  ])('one that could do harm is replaced: %s', async (_case, id) => {
    const answer = await http().get('/api/bot/publications').set('X-Request-Id', id).expect(401);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(allOf(answer)).not.toContain(id);
    expect(log).not.toContain(id);
  });

  test('two of them in one request are replaced', async () => {
    const answer = await sendText(
      site.url,
      'GET /api/bot/publications HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Request-Id: one\r\nX-Request-Id: two\r\n\r\n'
    );
    expect(answer).toMatch(/X-Request-Id: [0-9a-f-]{36}\r\n/i);
  });
});

describe('the token', () => {
  test('is not read from the query string, nor logged from there', async () => {
    for (const name of ['token', 'access_token', 'BOT_API_TOKEN', 'authorization']) {
      expectHidden(await http().get(`/api/bot/publications?${name}=${TOKEN}`).expect(401));
    }
    expect(log).toContain('GET /api/bot/publications 401');
  });

  test.each([
    ['Basic', `Basic ${TOKEN}`],
    ['no scheme', TOKEN],
    ['a comma behind it', `Bearer ${TOKEN},`],
    ['two tokens', `Bearer ${TOKEN} ${TOKEN}`],
    ['another scheme before it', `Token Bearer ${TOKEN}`],
    ['quotes', `Bearer "${TOKEN}"`],
  ])('is not shown when it is sent in a wrong form: %s', async (_case, value) => {
    expectHidden(await http().get('/api/bot/publications').set('Authorization', value).expect(401));
  });

  test.each(['X-Api-Key', 'X-Bot-Api-Token', 'Cookie', 'Proxy-Authorization', 'Referer'])(
    'is not shown when it is sent as %s',
    async (name) => {
      expectHidden(
        await http().get('/api/bot/publications').set(name, `token=${TOKEN}`).expect(401)
      );
    }
  );

  test.each([
    ['an unknown field', JSON.stringify({ title: 'A', token: TOKEN }), 400],
    ['broken JSON', `{"title": "${TOKEN}`, 400],
    ['a material', JSON.stringify({ title: 'A', media: [TOKEN] }), 400],
    ['a title that is too long', JSON.stringify({ title: `${TOKEN} `.repeat(50) }), 400],
  ])('is not logged when it is sent in a body: %s', async (_case, body, status) => {
    const { body: text, ...headers } = json(body);
    await http()
      .post('/api/bot/publications')
      .set('Authorization', `Bearer ${TOKEN}`)
      .set(headers)
      .send(text)
      .expect(status);
    expect(log).not.toContain(TOKEN);
  });

  test('is not logged when it is sent as the field of a form', async () => {
    await http()
      .post('/api/bot/materials')
      .set({ ...formType, Authorization: `Bearer ${TOKEN}` })
      .send(form([], [['token', TOKEN]]))
      .expect(400);
    expect(log).not.toContain(TOKEN);
  });

  test('is not shown in any success', async () => {
    const auth = { Authorization: `Bearer ${TOKEN}` };
    const created = await http()
      .post('/api/bot/publications')
      .set(auth)
      .send({ title: 'A' })
      .expect(201);
    expectHidden(created);
    expectHidden(
      await http().post(`/api/bot/publications/${created.body.id}/publish`).set(auth).expect(200)
    );
    expectHidden(await http().get('/api/bot/publications?limit=1').set(auth).expect(200));
    expectHidden(await http().get('/api/bot/health').expect(200));
    expectHidden(await http().get('/works/a').expect(200));
  });

  test('is not shown when the site fails', async () => {
    const { connection } = site.strapi.db;
    await connection.raw(
      'CREATE TRIGGER fail BEFORE INSERT ON works BEGIN INSERT INTO failed VALUES (1); END'
    );
    const answer = await http()
      .post('/api/bot/publications')
      .set('Authorization', `Bearer ${TOKEN}`)
      .send({ title: 'A' })
      .expect(500);
    await connection.raw('DROP TRIGGER fail');
    expectHidden(answer);
    expect(log).toContain('failed');
    expect(answer.text).not.toMatch(/failed|insert|sql|\bat \/|node_modules/i);
  });
});

describe('CORS is closed', () => {
  const ORIGIN = 'https://elsewhere.example';

  test.each([
    ['get', '/health', 200],
    ['get', '/publications', 401],
    ['post', '/materials', 401],
    ['options', '/publications', 401],
    ['options', '/health', 401],
    ['options', '/nothing', 401],
  ] as const)(
    '%s %s from another origin gets no Access-Control header',
    async (method, path, status) => {
      const { headers } = await http()
        [method](`/api/bot${path}`)
        .set({ Origin: ORIGIN, 'Access-Control-Request-Method': 'POST' })
        .expect(status);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  );

  test('a preflight with the token is a verb that the endpoint does not take', async () => {
    const { headers } = await http()
      .options('/api/bot/publications')
      .set({
        Origin: ORIGIN,
        'Access-Control-Request-Method': 'POST',
        Authorization: `Bearer ${TOKEN}`,
      })
      .expect(405);
    expect(headers.allow).toBe('GET, POST');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('it stays closed when the site opens its own API', async () => {
    await site.stop();
    site = await startSite({ env: { CORS_ORIGINS: ORIGIN, BOT_API_TOKEN: TOKEN } });
    const { headers } = await http().get('/api/bot/publications').set('Origin', ORIGIN).expect(401);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});
