import { createBot, type Bot } from '../support/bot';
import { textFile } from '../support/files';
import { startSite, type Site } from '../support/site';

describe('with PUBLIC_URL set', () => {
  let site: Site;
  let bot: Bot;

  beforeAll(async () => {
    site = await startSite({ env: { PUBLIC_URL: 'https://www.example.org/blog/' } });
    bot = createBot(site);
  });
  afterAll(() => site.stop());

  test('the url of a work starts with it', async () => {
    const { id } = await bot.createPublication({ title: 'Hello' });
    expect((await bot.publish(id)).url).toBe('https://www.example.org/blog/works/hello');
  });

  test('the url of a material starts with it', async () => {
    const { url } = await bot.upload(textFile('a.txt', 'a'));
    expect(url).toMatch(/^https:\/\/www\.example\.org\/blog\/uploads\/a_\w+\.txt$/);
  });

  test('the address of the next page starts with it', async () => {
    await bot.createPublication({ title: 'One' });
    await bot.createPublication({ title: 'Two' });
    const { headers } = await bot.request('get', '/publications?limit=1');
    expect(headers.link).toMatch(/^<https:\/\/www\.example\.org\/blog\/api\/bot\/publications\?/);
  });

  test('the Host header of a request has no say in it', async () => {
    const { id } = await bot.createPublication({ title: 'Host' });
    const { body } = await bot
      .request('post', `/publications/${id}/publish`)
      .set('Host', 'attacker.example')
      .set('X-Forwarded-Host', 'attacker.example');
    expect(body.url).toBe('https://www.example.org/blog/works/host');
  });
});

describe('without PUBLIC_URL, and with the pattern of another front end', () => {
  let site: Site;
  let bot: Bot;

  beforeAll(async () => {
    site = await startSite({
      env: { PUBLIC_URL: '' },
      register: (strapi) => {
        strapi.config.set(
          'plugin::bot.urlPattern',
          'https://front.example/:id/read/:slug?from=bot'
        );
      },
    });
    bot = createBot(site);
  });
  afterAll(() => site.stop());

  test('the url of a work is the pattern, filled in', async () => {
    const { id } = await bot.createPublication({ title: 'Hello' });
    expect((await bot.publish(id)).url).toBe(`https://front.example/${id}/read/hello?from=bot`);
  });

  test('the address of the next page is where the url of a material is, whatever Host says', async () => {
    const { url } = await bot.upload(textFile('a.txt', 'a'));
    await bot.createPublication({ title: 'One' });
    await bot.createPublication({ title: 'Two' });
    const { headers } = await bot
      .request('get', '/publications?limit=1')
      .set('Host', 'attacker.example')
      .set('X-Forwarded-Host', 'attacker.example')
      .set('X-Forwarded-Proto', 'https');
    const next = /^<([^<>]+)>/.exec(String(headers.link))?.[1];
    expect(new URL(String(next)).origin).toBe(new URL(url).origin);
    expect(next).not.toContain('attacker');
  });
});
