/** `npm run build`: everything that `npm start` would set up, without starting. */
import { say } from '../say.mjs';
import {
  withConfiguration,
  withDatabase,
  withEnvironment,
  withPackages,
  withPanel,
  withServer,
} from '../setup/steps.mjs';

await withPackages();
withEnvironment();
await withDatabase();
await withServer();
withConfiguration();
await withPanel();
say('The server and the admin panel are built.');
