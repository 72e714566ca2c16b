/** `npm run bench`: measures the adapter against Strapi's own routes; see bench/README.md. */
import { withPackages, withServer, withSqlite } from '../setup/steps.mjs';

await withPackages();
await withSqlite();
await withServer();
const { compare } = await import('../../bench/compare.mjs');
await compare(process.argv.slice(3));
