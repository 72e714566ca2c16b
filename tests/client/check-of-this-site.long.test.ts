import { check } from '../../packages/client/src/check/check';
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
});
