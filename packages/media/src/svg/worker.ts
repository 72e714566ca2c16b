import { parentPort } from 'node:worker_threads';

import { sanitizeSvg, type SafeSvg } from './sanitize';

/** What the worker thread answers; undefined for a drawing of which nothing is left. */
export type SvgAnswer = SafeSvg | undefined;

/** The whole program of the thread: a text in, a safe drawing out, one after the other. */
parentPort?.on('message', (text: string) => {
  const answer: SvgAnswer = sanitizeSvg(text);
  parentPort?.postMessage(answer);
});
