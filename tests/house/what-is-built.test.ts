import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

test('the panel has the production build of React', async () => {
  const folder = `${root}/dist/build`;
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  const countOf = (text: string) => texts.filter((one) => one.includes(text)).length;
  expect(countOf('react-dom.production')).toBe(1);
  expect(countOf('react-dom.development')).toBe(0);
});

test('the plugin has one copy of the functions of lodash', async () => {
  const plugin = await readFile(`${root}/src/plugins/bot/dist/server/index.js`, 'utf8');
  expect(plugin.match(/\("lodash"\)/g)).toHaveLength(1);
});
