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

  const readiness = async (status = 200): Promise<Readiness> =>
    (await bot.request('get', '/health/ready').expect(status)).body as Readiness;
  const troubles = ({ checks }: Readiness) =>
    checks.filter(({ status }) => status !== 'ok').map(({ name, status }) => [name, status]);
  let ahead = 0;
  const { now } = Date;
  beforeAll(() => jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead));
  afterAll(() => jest.restoreAllMocks());
  /** Requests readiness an hour later, so that cached results of expensive checks have expired. */
  const readinessLater = (status?: number): Promise<Readiness> => {
    ahead += 3_600_000;
    return readiness(status);
  };

  it('is ok where all is well, part by part', async () => {
    const result = await readiness();
    expect(result).toMatchObject({ status: 'ok', site: 'test-site' });
    expect(result.checks.map(({ name }) => name).sort()).toEqual(PARTS);
    expect(troubles(result)).toEqual([]);
    const messageOf = (part: string) => result.checks.find(({ name }) => name === part)?.message;
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
      const result = await readinessLater();
      expect(result.status).toBe('degraded');
      expect(troubles(result)).toEqual([['storage', 'failed']]);
    } finally {
      await rename(`${site.uploadsDir}-away`, site.uploadsDir);
    }
  });

  it('is 503 where the database takes nothing', async () => {
    await site.strapi.db.connection.raw('PRAGMA query_only = ON');
    try {
      const result = await readinessLater(503);
      expect(result.status).toBe('failed');
      expect(troubles(result)).toContainEqual(['database', 'failed']);
    } finally {
      await site.strapi.db.connection.raw('PRAGMA query_only = OFF');
    }
  });

  it('is 503 while the bot is paused, and says by whom', async () => {
    const switches = site.strapi.plugin('bot').service('switches');
    await switches.change({ pause: { since: '2026-11-23T00:00:00.000Z', by: 'Ada' } });
    try {
      const result = await readinessLater(503);
      expect(result.checks).toContainEqual({
        name: 'pause',
        status: 'failed',
        message: 'Ada paused the bot at 2026-11-23T00:00:00.000Z',
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
    expect(troubles(await readinessLater())).toContainEqual(['webhooks', 'degraded']);
  });

  it('leaves nothing in the storage', async () => {
    expect(await readdir(site.uploadsDir)).toEqual([]);
  });
});
