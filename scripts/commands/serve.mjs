/** Runs the site as it was built before, with no set-up: for images, and for tests. */
import { serve } from '../serve.mjs';

await serve(Date.now());
