/** `npm run bench:burst`: many pictures at once, and texts beside them; see bench/README.md. */
import { withPackages, withServer, withSqlite } from '../setup/steps.mjs';

await withPackages();
await withSqlite();
await withServer();
const { measureBurst } = await import('../../bench/burst.mjs');
await measureBurst();
