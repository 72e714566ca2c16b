import { startServerProcess, type ServerProcess } from '../support/server-process';
import { sendRequest } from './raw-http';
import { until } from './rows';

const STRANGER = {
  firstname: 'Eve',
  lastname: '',
  email: 'eve@example.org',
  password: 'Secret-password-1',
};
const OWNER = { ...STRANGER, firstname: 'Olga', email: 'olga@example.org' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

let server: ServerProcess;
let link: string;
beforeAll(async () => {
  server = await startServerProcess();
  const find = () => /http\S+\/admin\/first-administrator\/\S+/.exec(server.log)?.[0];
  await until(() => Promise.resolve(find() !== undefined));
  link = String(find());
});
afterAll(() => server.stop());

const register = (path: string, headers: Record<string, string> = {}, body: object = STRANGER) =>
  sendRequest(server.url + path, { headers: { ...JSON_TYPE, ...headers } }, JSON.stringify(body));

const hasAdministrator = async (): Promise<boolean> => {
  const answer = await fetch(`${server.url}/admin/init`);
  return ((await answer.json()) as { data: { hasAdmin: boolean } }).data.hasAdmin;
};

test.each(['/admin/register-admin', '/admin/Register-Admin/', '/admin//register-admin'])(
  'a stranger who is first at %s is refused',
  async (path) => {
    const { status } = await register(path);
    expect([403, 404, 405]).toContain(status);
    const guessed = await register(path, { 'X-First-Administrator': 'a-guess' });
    expect([403, 404, 405]).toContain(guessed.status);
    expect(await hasAdministrator()).toBe(false);
  }
);

test('the refusal says where the link is', async () => {
  const { status, text } = await register('/admin/register-admin');
  expect(status).toBe(403);
  expect(JSON.parse(text).error.message).toContain('the link that the start message shows');
});

/** Requests an address like a browser. */
const open = async (address: string, language = 'en') => {
  const headers = { Accept: 'text/html', 'Accept-Language': language };
  const answer = await fetch(address, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('a link with another secret opens nothing, and leads to a page that says so', async () => {
  const { status, headers, text } = await open(`${server.url}/admin/first-administrator/guess`);
  expect(headers.get('set-cookie')).toBeNull();
  expect(status).toBe(404);
  expect(text).toContain('This link is not the one that this site has printed.');
});

test('without the link there is no form, in the language of who comes', async () => {
  for (const path of ['/admin', '/admin/auth/register-admin']) {
    const { status, text } = await open(server.url + path, 'de-AT,de;q=0.9');
    expect(status).toBe(403);
    expect(text).toContain('Diese Website hat noch keine Verwaltung.');
  }
});

test('who opens the link registers, once; a restart then prints no link', async () => {
  const opened = await fetch(link, { redirect: 'manual' });
  expect(new URL(String(opened.headers.get('location')), link).pathname).toBe(
    '/admin/auth/register-admin'
  );
  const cookie = String(opened.headers.get('set-cookie'));
  expect(cookie).toContain('httponly');
  const headers = { Cookie: String(cookie.split(';')[0]) };
  expect((await register('/admin/register-admin', headers, OWNER)).status).toBe(200);
  expect((await register('/admin/register-admin', headers)).status).toBe(400);
  expect(await open(link)).toMatchObject({
    status: 410,
    text: expect.stringContaining('This link has been used'),
  });
  expect((await open(`${server.url}/admin`)).status).toBe(200);

  const { email, password } = OWNER;
  expect((await register('/admin/login', {}, { email, password })).status).toBe(200);
  server = await server.restart();
  expect(server.log).not.toContain('first-administrator');
});
