import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const BUILT = path.resolve(__dirname, '../../dist/build');

test('the built panel holds React as it is made for production', () => {
  const scripts = readdirSync(BUILT).filter((name) => name.endsWith('.js'));
  const builds = scripts.flatMap(
    (name) =>
      readFileSync(path.join(BUILT, name), 'utf8').match(/\breact[\w-]*\.(?:dev\w+|prod\w+)\b/g) ??
      []
  );
  expect(builds).toContain('react-dom.production');
  expect(builds.filter((name) => name.includes('.dev'))).toEqual([]);
});
