import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { useOwnSite } from '../support/use-site';
import { CALLS, GENERATORS } from './programs';
import { environmentOf, expectWalked, folderWith, MINUTE, run, writeAll } from './workplace';

const TYPES = path.resolve(__dirname, '../../node_modules/@types');
const COMPILE = [
  ...['--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
  ...['--module', 'nodenext', '--outDir', 'out', '--types', 'node', '--typeRoots', TYPES],
];

const { site } = useOwnSite();

let home: string;
beforeAll(async () => {
  const packages = Object.values(GENERATORS).map((generator) => generator.packages);
  home = await folderWith(
    Object.assign({ typescript: '5.9.3' }, ...packages) as Record<string, string>
  );
  const { text } = await site.request.get('/api/bot/openapi.json').expect(200);
  await writeAll(home, { 'openapi.json': text });
}, 10 * MINUTE);

test.each(Object.keys(GENERATORS))(
  'a client by %s compiles, and uploads, creates, publishes and deletes',
  async (name) => {
    const { command, files, program } = GENERATORS[name];
    const folder = path.join(home, name.replace(/\W+/g, '-'));
    await mkdir(folder);
    await writeAll(folder, { ...files, 'calls.ts': CALLS, 'program.ts': program });
    const runPackage = (file: string, ...args: string[]) =>
      run(folder, [process.execPath, path.join(home, 'node_modules', file), ...args]);
    await runPackage(...command);
    await runPackage('typescript/bin/tsc', ...COMPILE, 'program.ts');
    const env = { ...environmentOf(site), TITLE: `By ${name}` };
    await expectWalked(site, await run(folder, [process.execPath, 'out/program.js'], env));
  },
  5 * MINUTE
);
