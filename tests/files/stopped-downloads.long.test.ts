import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

import { textFile } from '../support/files';
import { useOwnSite } from '../support/use-site';

const { site, bot } = useOwnSite();

/** Requests a page or a file, and disconnects after some milliseconds, like a reader who navigates away. */
const stop = (path: string, milliseconds: number, ...headers: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(['GET ' + path + ' HTTP/1.1', 'Host: site', ...headers, '', ''].join('\r\n'));
      setTimeout(() => socket.resetAndDestroy(), milliseconds);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });

test('a download that a reader stops is one line of the access log, and no error', async () => {
  const rows = Array.from({ length: 40_000 }, () => randomBytes(20).toString('hex')).join('\n');
  const text = new URL((await bot.upload(textFile('rows.csv', rows, 'text/csv'))).url).pathname;
  const film = new URL(
    (
      await bot.upload({
        name: 'a.bin',
        content: randomBytes(8_000_000),
        mime: 'application/octet-stream',
      })
    ).url
  ).pathname;
  const errors = jest.spyOn(site.strapi.log, 'error');
  // Sites of tests log errors only.
  jest.spyOn(site.strapi.log, 'isLevelEnabled').mockReturnValue(true);
  const lines = jest.spyOn(site.strapi.log, 'http');
  const paths = [text, film, '/works', '/works/feed.xml', '/api/bot/openapi.json'];
  for (const path of paths) {
    for (const milliseconds of [0, 1, 2, 3, 5, 8, 13]) {
      await stop(path, milliseconds);
      await stop(path, milliseconds, 'Range: bytes=100-');
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(errors).not.toHaveBeenCalled();
  const logged = lines.mock.calls.map(([line]) => JSON.stringify(line));
  expect(logged.length).toBeGreaterThan(paths.length);
  expect(logged.filter((line) => /\b500\b/.test(line.replace(/\(\d+ ms\)/, '')))).toEqual([]);
});
