import jwt from 'jsonwebtoken';
import { chromium } from 'playwright-core';

import { createAdmin } from '../support/admin';
import { createPreviewTokens } from '../../src/plugins/bot/server/src/features/preview/token';
import { testEnvironment } from '../support/environment';
import { envelope } from '../support/envelope';
import { png } from '../support/files';
import { before, useSite } from '../support/use-site';

interface Link {
  url: string;
  expiresAt: string;
}

const { site, bot } = useSite();
const admin = before(() => createAdmin(site));

const preview = async (id: string): Promise<Link> =>
  (await bot.request('post', `/publications/${id}/preview`).expect(200)).body as Link;

const panelPreview = (id: string, status: string, token?: string) => {
  const request = admin.agent
    .get('/content-manager/preview/url/api::work.work')
    .query({ documentId: id, status });
  return token === undefined ? request : request.set('Authorization', `Bearer ${token}`);
};

test('the address shows the draft as readers would see it, and says that it is one', async () => {
  const picture = await bot.upload(await png(), { alternativeText: 'A gradient' });
  const { id } = await bot.createPublication({
    title: 'Not yet <out>',
    body: 'Some *text*',
    media: [picture],
  });
  const { url, expiresAt } = await preview(id);
  const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThan(24.1);

  const page = await fetch(url);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('<strong>Draft</strong>');
  expect(html).toContain('Not yet &lt;out&gt;</h1>');
  expect(html).toContain('Some <em>text</em>');
  expect(html).toContain('alt="A gradient"');
});

test('it is kept nowhere, found by no search, and told to no other site', async () => {
  const { id } = await bot.createPublication({ title: 'Quiet' });
  const { headers } = await fetch((await preview(id)).url);
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-frame-options')).toBeNull();
  expect(headers.get('content-security-policy')).toContain(
    `frame-ancestors 'self' ${new URL(site.url).origin}`
  );
});

test('it opens after APP_KEYS were rotated, with the old key behind the new one', async () => {
  const { id } = await bot.createPublication({ title: 'Before the rotation' });
  const [first = '', second = ''] = (testEnvironment().APP_KEYS ?? '').split(',');
  const { url } = await preview(id);
  const opened = async (key: string): Promise<number> => {
    const token = createPreviewTokens([key]).sign(id, new Date(Date.now() + 60_000));
    return (await fetch(url.replace(/[^/]+$/, token))).status;
  };
  expect(await opened(first)).toBe(200);
  expect(await opened(second)).toBe(200);
  expect(await opened('another')).toBe(404);
});

test('of a published work in work, it shows the draft', async () => {
  const { id } = await bot.createPublication({ title: 'First words' });
  const { url } = await bot.publish(id);
  await bot.change(id, { title: 'Second words' });
  expect(await (await fetch((await preview(id)).url)).text()).toContain('Second words</h1>');
  expect(await (await fetch(url)).text()).toContain('First words</h1>');
});

test('nothing else is readable with it, and it is gone with the work', async () => {
  const { id } = await bot.createPublication({ title: 'Mine' });
  const other = await bot.createPublication({ title: 'Not mine' });
  const { url } = await preview(id);
  const token = url.split('/').at(-1) ?? '';
  const [header, payload, signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: other.id })).toString('base64url');
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  for (const wrong of [
    `${header}.${forged}.${signature}`,
    `${unsigned}.${forged}.`,
    jwt.sign({ sub: other.id }, 'another secret'),
    other.id,
  ]) {
    expect((await site.request.get(`/works/preview/${wrong}`)).status).toBe(404);
  }
  await bot.remove(id);
  expect((await fetch(url)).status).toBe(404);
});

test('it ends when it says', async () => {
  const { id } = await bot.createPublication({ title: 'For a while' });
  const { url, expiresAt } = await preview(id);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(expiresAt) + 1);
  try {
    expect((await fetch(url)).status).toBe(404);
  } finally {
    clock.mockRestore();
  }
  expect((await fetch(url)).status).toBe(200);
});

test('a key gives the first address again', async () => {
  const { id } = await bot.createPublication({ title: 'Twice' });
  const requestPreview = () =>
    bot.request('post', `/publications/${id}/preview`).set('Idempotency-Key', `preview-${id}`);
  const first = await requestPreview().expect(200);
  const second = await requestPreview().expect(200);
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect(second.body).toEqual(first.body);
});

test('of no publication it is 404', async () => {
  const { body } = await bot.request('post', '/publications/none/preview').expect(404);
  expect(body).toEqual(envelope(404, 'publication-not-found'));
});

test("the panel's preview opens the same page for who may read works, and for nobody else", async () => {
  const { id } = await bot.createPublication({ title: 'In the panel' });
  const draft = (await panelPreview(id, 'draft').expect(200)).body.data.url as string;
  expect(draft).toMatch(/^\/works\/preview\//);
  expect((await site.request.get(draft).expect(200)).text).toContain('In the panel</h1>');

  const { url } = await bot.publish(id);
  const published = (await panelPreview(id, 'published').expect(200)).body.data.url as string;
  expect(published).toBe(new URL(url).pathname);

  const login = { email: 'reader@example.org', password: 'Secret-password-2' };
  const role = await site.strapi
    .service('admin::role')
    .create({ name: 'Nothing', description: 'May see nothing' });
  await site.strapi
    .service('admin::user')
    .create({ ...login, firstname: 'Reader', isActive: true, roles: [role.id] });
  const { body } = await site.request.post('/admin/login').send(login).expect(200);
  await panelPreview(id, 'draft', body.data.token).expect(204);
});

test('a browser shows it in a frame of the panel and runs its one script', async () => {
  const { id } = await bot.createPublication({ title: 'Framed', body: 'First' });
  const { url } = await preview(id);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.route(`${site.url}/panel`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${url}"></iframe>` })
    );
    await page.goto(`${site.url}/panel`);
    const frame = page.frameLocator('iframe');
    await frame.getByText('First').waitFor();
    await bot.change(id, { body: 'Second' });
    // Passed as a string, because it runs in the browser, whose types the tests do not have.
    await page.evaluate(`frames[0].postMessage({ type: 'strapiUpdate' }, '*')`);
    await frame.getByText('Second').waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
