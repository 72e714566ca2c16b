/** `npm run bench:webhooks`: many changes told to a receiver, and lists beside them; see bench/README.md. */
import { withPackages, withServer, withSqlite } from '../setup/steps.mjs';

await withPackages();
await withSqlite();
await withServer();
const { measureWebhooks } = await import('../../bench/webhooks.mjs');
await measureWebhooks();
