/** `npm start`: sets up whatever is missing, then runs the site. */
import { endWithNpm } from '../parent.mjs';
import {
  withConfiguration,
  withDatabase,
  withEnvironment,
  withPackages,
  withPanel,
  withServer,
} from '../setup/steps.mjs';

const startedAt = Date.now();
endWithNpm();
await withPackages();
withEnvironment();
await withDatabase();
await withServer();
withConfiguration();
await withPanel();
const { serve } = await import('../serve.mjs');
await serve(startedAt);
