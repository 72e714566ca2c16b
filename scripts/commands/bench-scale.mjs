/** `npm run bench:scale`: measures stores of up to a million works; see bench/README.md. */
import { withPackages, withServer, withSqlite } from '../setup/steps.mjs';

await withPackages();
await withSqlite();
await withServer();
const { scale } = await import('../../bench/scale.mjs');
await scale(process.argv.slice(3));
