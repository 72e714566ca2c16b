import { spawn } from 'node:child_process';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createBot } from '../support/bot';
import { png } from '../support/files';
import { freePort } from '../support/port';
import { owes } from '../support/running';
import { startServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { temporaryFolder } from '../house/temporary-folder';

const root = path.resolve(__dirname, '../..');
const linesOf = async (file: string) => (await readFile(path.join(root, file), 'utf8')).split('\n');

describe('the bot of a fleet', () => {
  const SECRETS = {
    north: `whsec_${Buffer.alloc(32, 'north').toString('base64')}`,
    south: `whsec_${Buffer.alloc(32, 'south').toString('base64')}`,
  };

  const startSites = async (port: number) => {
    const start = async (name: keyof typeof SECRETS) =>
      startServerProcess({
        env: {
          BOT_WEBHOOK_URL: `http://127.0.0.1:${port}/${name}`,
          BOT_WEBHOOK_SECRET: SECRETS[name],
        },
      });
    return { north: await start('north'), south: await start('south') };
  };

  const writeTexts = async (folder: string) => {
    await mkdir(path.join(folder, 'texts'));
    await writeFile(path.join(folder, 'texts/a.md'), '# Morning\n\n![A boat](boat.png)\n');
    await writeFile(path.join(folder, 'texts/b.md'), '# Evening\n\nNo boat.\n');
    await writeFile(
      path.join(folder, 'texts/boat.png'),
      (await png({ width: 60, height: 40 })).content
    );
    await mkdir(path.join(folder, 'node_modules/@fleet-bot'), { recursive: true });
    const client = path.join(folder, 'node_modules/@fleet-bot/client');
    await symlink(path.join(root, 'packages/client'), client);
    await copyFile(path.join(root, 'examples/fleet/bot.mjs'), path.join(folder, 'bot.mjs'));
  };

  it('has 60 lines at most, sends each text to each site at its time, and hears that it is public', async () => {
    expect((await linesOf('examples/fleet/bot.mjs')).length).toBeLessThanOrEqual(61);
    const [folder, port] = [await temporaryFolder(), await freePort()];
    await writeTexts(folder);
    const sites = await startSites(port);
    const settings = {
      ...(JSON.parse((await linesOf('examples/fleet/fleet.json')).join('\n')) as object),
      first: new Date(Date.now() + 3_000).toISOString(),
      minutesBetween: 1 / 60,
      port,
      sites: {
        north: { address: sites.north.url, token: 'NORTH_TOKEN', secret: 'NORTH_SECRET' },
        south: { address: sites.south.url, token: 'SOUTH_TOKEN', secret: 'SOUTH_SECRET' },
      },
    };
    await writeFile(path.join(folder, 'fleet.json'), JSON.stringify(settings));
    const start = () => {
      const env = {
        PATH: process.env.PATH,
        NORTH_TOKEN: sites.north.token,
        SOUTH_TOKEN: sites.south.token,
        NORTH_SECRET: SECRETS.north,
        SOUTH_SECRET: SECRETS.south,
      };
      const child = spawn(process.execPath, ['bot.mjs', 'fleet.json'], { cwd: folder, env });
      const run = { log: '', stop: async () => void child.kill() };
      const note = (chunk: Buffer) => (run.log += chunk.toString());
      child.stdout.on('data', note);
      child.stderr.on('data', note);
      owes(run.stop);
      return run;
    };

    const first = start();
    await until('it hears of all', () => first.log.split('is public at').length === 5, 20_000);
    expect(
      first.log
        .split('\n')
        .sort()
        .map((line) => line.replace(/http:\S+/, '<url>'))
    ).toEqual([
      '',
      'north: a.md is public at <url>',
      'north: b.md is public at <url>',
      'north: has all 2 texts',
      'south: a.md is public at <url>',
      'south: b.md is public at <url>',
      'south: has all 2 texts',
    ]);
    await first.stop();

    const second = start();
    await until('it has looked again', () => second.log.split('has all').length === 3);
    for (const site of Object.values(sites)) {
      const listed = await createBot(site).list();
      expect(listed.map(({ title, changed }) => [title, changed])).toEqual([
        ['Evening', false],
        ['Morning', false],
      ]);
    }
    await second.stop();
    await Promise.all(Object.values(sites).map((site) => site.stop()));
  });
});
