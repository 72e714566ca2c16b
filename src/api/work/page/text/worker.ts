import { parentPort } from 'node:worker_threads';

import { renderText } from './markdown';
import type { TextSurroundings } from './rendering';

/** A text to be rendered on this thread. */
export interface TextTask {
  source: string;
  surroundings: TextSurroundings;
}

parentPort?.on('message', async ({ source, surroundings }: TextTask) =>
  parentPort?.postMessage(await renderText(source, surroundings))
);
