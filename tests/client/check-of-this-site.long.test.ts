import { check } from '../../packages/client/src/check/check';
import { ACCESS } from '../../packages/client/src/check/rules/access';
import { useOwnSite } from '../support/use-site';

describe('this site', () => {
  const { site, bot } = useOwnSite({ env: { BOT_TRASH_DAYS: '3' } });

  test('keeps every rule, and has nothing of the check in the end', async () => {
    const { url: address, token } = site;
    const { rules, left, made, milliseconds } = await check({ address, token });
    expect(rules.filter(({ result }) => result !== 'kept')).toEqual([]);
    expect(left).toEqual([]);
    expect(made.publications).toBeGreaterThan(20);
    expect(milliseconds).toBeLessThan(60_000);
    expect(await bot.list()).toEqual([]);
    expect((await bot.request('get', '/materials').expect(200)).body).toEqual([]);
  });

  test('has the same verdict ten times in a row', async () => {
    const { url: address, token } = site;
    // Rules that count at the site, or leave something; all others are proved above.
    const only = [
      ...ACCESS.map(({ name }) => name),
      'addresses',
      'external-ids',
      'bytes-identical',
    ];
    for (let run = 1; run <= 10; run += 1) {
      const { ok, rules, left } = await check({ address, token, only });
      expect([ok, left]).toEqual([true, []]);
      expect(rules.map(({ result }) => result)).toEqual(only.map(() => 'kept'));
    }
    expect(await bot.list()).toEqual([]);
    expect((await bot.request('get', '/materials').expect(200)).body).toEqual([]);
  });
});
