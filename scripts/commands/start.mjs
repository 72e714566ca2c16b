/** `npm start`: sets up whatever is missing, then runs the site. */
import { withEnvironment, withPackages, withPanel, withServer } from '../setup/steps.mjs';

const startedAt = Date.now();
await withPackages();
withEnvironment();
await withServer();
await withPanel();
const { serve } = await import('../serve.mjs');
await serve(startedAt);
