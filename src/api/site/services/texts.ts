import { createHash } from 'node:crypto';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';

import { renderText, type RenderedText } from '../../work/page/text/markdown';
import type { TextSurroundings } from '../../work/page/text/rendering';
import { markup } from '../../markup';
import { createTextThread, TextTooDear } from '../../work/page/text/thread';
import type { TextTask } from '../../work/page/text/worker';

/** Characters of a text that is rendered at once: however it is written, that takes some milliseconds. */
const SHORT = 6_000;
/** Characters of all texts that are kept. */
const KEPT = 24 * 1024 * 1024;
/** When a text that took too long is tried again: the machine may have been busy. */
const TRIED_AGAIN_MILLISECONDS = 3_600_000;
/** What nearly every text takes at most. One that takes more keeps only others of its kind waiting, and not many. */
const QUICK_MILLISECONDS = 250;
const MOST_SLOW = 4;
const PLAIN = 1_000;

const asWritten = (source: string): RenderedText => ({
  html: markup`<p class="written">${source}</p>`.source,
  plain: source.slice(0, PLAIN),
  shown: [],
  pictures: 0,
  style: '',
});

/**
 * Renders the texts of works: long ones on other threads, so that no text keeps other readers waiting, and each
 * once for as long as there is room. A text that takes more than it may is shown as it was written.
 */
const createTextsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const program = path.join(__dirname, '../../work/page/text/worker.js');
  const quick = createTextThread(program, QUICK_MILLISECONDS);
  const slow = createTextThread(program, undefined, MOST_SLOW);

  const render = async (task: TextTask): Promise<RenderedText> => {
    const { source, surroundings } = task;
    if (source.length <= SHORT) return renderText(source, surroundings);
    try {
      return await quick.render(task);
    } catch (error) {
      if (!(error instanceof TextTooDear)) throw error;
      return slow.render(task);
    }
  };

  // Not `memo` of a failure: only what is too dear stays so for a while.
  const kept = new LRUCache<string, RenderedText, TextTask>({
    maxSize: KEPT,
    sizeCalculation: ({ html, style }) => html.length + style.length + PLAIN,
    fetchMethod: async (_key, _stale, { context, options }) => {
      try {
        return await render(context);
      } catch (error) {
        if (!(error instanceof TextTooDear)) throw error;
        strapi.log.warn(
          `A text of ${context.source.length} characters that begins with ${JSON.stringify(context.source.slice(0, 60))} is shown as it was written: ${error.message}`
        );
        options.ttl = TRIED_AGAIN_MILLISECONDS;
        return asWritten(context.source);
      }
    },
  });

  return {
    async render(source: string, surroundings: TextSurroundings): Promise<RenderedText> {
      const task = { source, surroundings };
      const key = createHash('sha256').update(JSON.stringify(task)).digest('base64');
      // Undefined for what is larger than all that is kept.
      return (await kept.fetch(key, { context: task })) ?? render(task);
    },

    /** Ends the threads. */
    async stop(): Promise<void> {
      await Promise.all([quick.end(), slow.end()]);
    },
  };
};

export type TextsService = ReturnType<typeof createTextsService>;

export default createTextsService;
