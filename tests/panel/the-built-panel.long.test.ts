import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { createAdmin } from '../support/admin';
import { useOwnSite } from '../support/use-site';

const BUILT = path.resolve(__dirname, '../../dist/build');

const { site } = useOwnSite();

test('the built panel contains one React, for production', () => {
  const scripts = readdirSync(BUILT).filter((name) => name.endsWith('.js'));
  const builds = scripts.flatMap(
    (name) =>
      readFileSync(path.join(BUILT, name), 'utf8').match(/\breact[\w-]*\.(?:dev\w+|prod\w+)\b/g) ??
      []
  );
  expect(builds.filter((name) => name === 'react-dom.production')).toHaveLength(1);
  expect(builds.filter((name) => name.includes('.dev'))).toEqual([]);
});

test('the site serves the built panel', async () => {
  await createAdmin(site);
  const { text } = await site.request.get('/admin/').set('Accept', 'text/html').expect(200);
  expect(text).toContain(readFileSync(path.join(BUILT, 'index.html'), 'utf8'));
});
