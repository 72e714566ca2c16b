/** Prints how each database finds the pages of the lists; see bench/README.md. */
import { withPackages, withServer, withSqlite } from '../setup/steps.mjs';

await withPackages();
await withSqlite();
await withServer();
const { explain } = await import('../../bench/explain.mjs');
await explain(process.argv.slice(3));
