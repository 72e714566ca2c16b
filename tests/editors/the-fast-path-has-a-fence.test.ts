import type { Core } from '@strapi/strapi';

import { createBot } from '../support/bot';
import { startSite, type Site } from '../support/site';

interface Given {
  /** What Strapi says its version is. */
  version?: string;
  fastPath?: 'true' | 'false';
}

let lines: string[];

const start = async ({ version, fastPath = 'true' }: Given): Promise<Site> => {
  lines = [];
  return startSite({
    env: { BOT_FAST_PATH: fastPath },
    config: (strapi: Core.Strapi) => {
      if (version !== undefined) strapi.config.set('info.strapi', version);
      const { info } = strapi.log;
      strapi.log.info = ((line: unknown) => {
        lines.push(String(line));
        return info(line as string);
      }) as typeof info;
    },
  });
};

/** Whether the fast path wrote, and what the bot made is there. */
const publishOn = async (site: Site): Promise<{ isFast: boolean; status: string }> => {
  const bot = createBot(site);
  const writer = site.strapi.plugin('bot').service('documentWriter');
  const publish = jest.spyOn(writer, 'publish');
  const { id } = await bot.createPublication({ title: 'A work' });
  await bot.publish(id);
  const { status } = await bot.get(id);
  return { isFast: publish.mock.calls.length > 0, status };
};

const saysSo = () => lines.filter((line) => line.includes('fast path'));

test.each<[string, Given, boolean, RegExp[]]>([
  ['a patch of a version that was compared: fast', { version: '5.54.9' }, true, []],
  ['a newer version: not, and a line says so', { version: '5.55.0' }, false, [/5\.54,.*5\.55\.0/]],
  ['a version that begins alike: not', { version: '5.540.0' }, false, [/5\.540\.0/]],
  ['the option `fastPath` false: not', { fastPath: 'false' }, false, []],
])('%s', async (_name, given, isFast, said) => {
  const site = await start(given);
  const outcome = await publishOn(site);
  await site.stop();
  expect(outcome).toEqual({ isFast, status: 'published' });
  expect(saysSo()).toEqual(said.map((line) => expect.stringMatching(line)));
});
