import { readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

test('the plugin has one copy of the functions of lodash', async () => {
  const plugin = await readFile(`${root}/src/plugins/bot/dist/server/index.js`, 'utf8');
  expect(plugin.match(/\("lodash"\)/g)).toHaveLength(1);
});
