import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { envelope } from '../support/envelope';
import { png } from '../support/files';
import { useOwnSite } from '../support/use-site';

const monitoring = path.resolve(__dirname, '../../docs/monitoring');
const METRICS_TOKEN = 'token-of-the-metrics';

describe('GET /api/bot/metrics', () => {
  const { site, bot } = useOwnSite({ env: { BOT_METRICS_TOKEN: METRICS_TOKEN } });
  const scrape = (token = METRICS_TOKEN) =>
    site.request.get('/api/bot/metrics').set('Authorization', `Bearer ${token}`);
  const read = async () => (await scrape().expect(200)).text;

  it('counts requests by route, and refusals by code', async () => {
    const { id } = await bot.createPublication({ title: 'A work' });
    await bot.get(id);
    await bot.get(id);
    await bot.request('get', '/publications/unknown').expect(404);
    await bot.request('get', '/made/up').expect(404);
    const text = await read();
    const count = 'fleet_bot_request_duration_seconds_count';
    expect(text).toContain(`${count}{method="POST",route="/publications",status="201"} 1`);
    expect(text).toContain(`${count}{method="GET",route="/publications/:id",status="200"} 2`);
    expect(text).toContain(`${count}{method="any",route="none",status="404"} 1`);
    expect(text).toContain('fleet_bot_refused_requests_total{code="publication-not-found"} 1');
    expect(text).toMatch(/fleet_bot_received_bytes_total\{route="\/publications"\} [1-9]/);
  });

  it.each([
    ['text/plain', 'text/plain'],
    ['text/plain;version=0.0.4', 'text/plain'],
    [
      'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5',
      'application/openmetrics-text',
    ],
    ['*/*', 'application/openmetrics-text'],
  ])('with Accept: %s the metrics are %s', async (accept, type) => {
    const { headers, text } = await scrape().set('Accept', accept).expect(200);
    expect(headers['content-type']).toContain(type);
    if (type === 'text/plain') expect(headers['content-type']).toContain('version=0.0.4');
    expect(text.includes('# EOF')).toBe(type !== 'text/plain');
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
  });

  it('counts answers that are given again', async () => {
    const create = () =>
      bot.request('post', '/publications').set('Idempotency-Key', 'k').send({ title: 'Once' });
    await create().expect(201);
    await create().expect(201);
    expect(await read()).toContain('fleet_bot_replayed_answers_total 1');
  });

  it('tells the work of the image processes, and what took too much memory', async () => {
    const seconds = (text: string) =>
      Number(/^fleet_bot_image_seconds_total ([\d.]+)$/m.exec(text)?.[1]);
    // The readiness check processes an image at most once in a minute, so read the baseline after it.
    const before = seconds(await read());
    await bot.upload(await png({ width: 300, height: 300 }));
    const text = await read();
    expect(seconds(text)).toBeGreaterThan(before);
    expect(text).toContain('fleet_bot_image_processes{state="waiting"} 0');
    expect(text).toContain('fleet_bot_images_over_limit_total{limit="memory"} 0');
  });

  it('tells how the site does, in OpenMetrics', async () => {
    const { text, headers } = await scrape().expect(200);
    expect(headers['content-type']).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
    expect(text).toContain('fleet_bot_check_ok{check="database"} 1');
    expect(text).toContain('fleet_bot_removals{state="stuck"} 0');
    expect(text).toContain('fleet_bot_oldest_removal_seconds 0');
    expect(text).toContain('fleet_bot_database_connections{state="awaited"} 0');
    expect(text).toMatch(/fleet_bot_database_wait_seconds_count [1-9]/);
    expect(text).toMatch(/process_resident_memory_bytes \d/);
    expect(text).toMatch(/# EOF\n$/);
  });

  it("is 401 without its own token, and with the bot's", async () => {
    const { body } = await site.request.get('/api/bot/metrics').expect(401);
    expect(body).toEqual(envelope(401, 'token-missing'));
    expect((await scrape(site.token).expect(401)).body).toEqual(envelope(401, 'token-invalid'));
  });

  it('has no other use for that token', async () => {
    const asking = site.request.get('/api/bot/publications');
    await asking.set('Authorization', `Bearer ${METRICS_TOKEN}`).expect(401);
  });

  it('names each metric that rules and board ask for', async () => {
    await bot.request('get', '/publications').expect(200);
    const text = await read();
    const files = ['alerts.yml', 'board.json'].map((name) =>
      readFile(path.join(monitoring, name), 'utf8')
    );
    const asked =
      (await Promise.all(files)).join().match(/(?:fleet_bot|process|nodejs)_\w+/g) ?? [];
    expect(asked.length).toBeGreaterThan(10);
    const missing = asked.filter(
      (name) => !text.includes(name.replace(/_(?:bucket|count|total)$/, ''))
    );
    expect(missing).toEqual([]);
  });
});

describe('without a token of its own', () => {
  const { bot } = useOwnSite({ env: { BOT_METRICS_TOKEN: '' } });

  it("is opened by the bot's", async () => {
    const { text } = await bot.request('get', '/metrics').expect(200);
    expect(text).toContain('fleet_bot_check_ok');
  });
});
