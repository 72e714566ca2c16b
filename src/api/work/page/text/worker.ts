import { parentPort } from 'node:worker_threads';

import { renderText } from './markdown';
import type { TextContext } from './rendering';

/** A text to be rendered on this thread. */
export interface TextTask {
  source: string;
  textContext: TextContext;
}

parentPort?.on('message', async ({ source, textContext }: TextTask) =>
  parentPort?.postMessage(await renderText(source, textContext))
);
