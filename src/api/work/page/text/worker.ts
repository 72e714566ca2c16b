import { parentPort } from 'node:worker_threads';

import { renderText, type TextSurroundings } from './markdown';

/** A text that is to be rendered on this thread. */
export interface TextTask {
  source: string;
  surroundings: TextSurroundings;
}

parentPort?.on('message', ({ source, surroundings }: TextTask) =>
  parentPort?.postMessage(renderText(source, surroundings))
);
