import { readdir, rename } from 'node:fs/promises';

import type { Readiness } from '@fleet-bot/protocol';

import { until } from '../support/until';
import { useOwnSite } from '../support/use-site';

const PARTS = [
  'database',
  'images',
  'pause',
  'schedules',
  'search',
  'storage',
  'webhooks',
  'workers',
];

describe('GET /api/bot/health/ready', () => {
  const { site, bot } = useOwnSite({
    register: (strapi) => {
      strapi.config.set('plugin::bot.webhooks', [
        { url: 'http://127.0.0.1:9/gone', secrets: [`whsec_${'A'.repeat(44)}`] },
      ]);
    },
  });

  const ask = async (status = 200): Promise<Readiness> =>
    (await bot.request('get', '/health/ready').expect(status)).body as Readiness;
  const troubles = ({ checks }: Readiness) =>
    checks.filter(({ status }) => status !== 'ok').map(({ name, status }) => [name, status]);
  let ahead = 0;
  const { now } = Date;
  beforeAll(() => jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead));
  afterAll(() => jest.restoreAllMocks());
  /** Requests readiness an hour later, so that cached results of expensive checks have expired. */
  const askLater = (status?: number): Promise<Readiness> => {
    ahead += 3_600_000;
    return ask(status);
  };

  it('is ok where all is well, part by part', async () => {
    const told = await ask();
    expect(told).toMatchObject({ status: 'ok', site: 'test-site' });
    expect(told.checks.map(({ name }) => name).sort()).toEqual(PARTS);
    expect(troubles(told)).toEqual([]);
    const messageOf = (part: string) => told.checks.find(({ name }) => name === part)?.message;
    expect(messageOf('workers')).toMatch(
      /^0 removals of files wait; the last look was at (\d{4}-\S+Z|the start)$/
    );
    expect(messageOf('webhooks')).toBe(
      'http://127.0.0.1:9/gone: 0 behind, 0 waiting, 0 given up, has taken none yet'
    );
  });

  it('is degraded while the storage is away, and says so', async () => {
    await rename(site.uploadsDir, `${site.uploadsDir}-away`);
    try {
      const told = await askLater();
      expect(told.status).toBe('degraded');
      expect(troubles(told)).toEqual([['storage', 'failed']]);
    } finally {
      await rename(`${site.uploadsDir}-away`, site.uploadsDir);
    }
  });

  it('is 503 where the database takes nothing', async () => {
    await site.strapi.db.connection.raw('PRAGMA query_only = ON');
    try {
      const told = await askLater(503);
      expect(told.status).toBe('failed');
      expect(troubles(told)).toContainEqual(['database', 'failed']);
    } finally {
      await site.strapi.db.connection.raw('PRAGMA query_only = OFF');
    }
  });

  it('is 503 while the bot is paused, and says by whom', async () => {
    const switches = site.strapi.plugin('bot').service('switches');
    await switches.change({ pause: { since: '2026-11-23T00:00:00.000Z', by: 'Ada' } });
    try {
      const told = await askLater(503);
      expect(told.checks).toContainEqual({
        name: 'pause',
        status: 'failed',
        message: 'Ada has paused the bot since 2026-11-23T00:00:00.000Z',
      });
    } finally {
      await switches.change({ pause: null });
    }
  });

  it('names receivers of webhooks that do not take what they are told', async () => {
    await bot.createPublication({ title: 'A work' });
    // Does not move the clock, because worker leases would expire.
    const waits = async () => (await bot.request('get', '/webhooks')).body[0].waiting > 0;
    await until('a receiver was tried', waits);
    expect(troubles(await askLater())).toContainEqual(['webhooks', 'degraded']);
  });

  it('leaves nothing in the storage', async () => {
    expect(await readdir(site.uploadsDir)).toEqual([]);
  });
});
