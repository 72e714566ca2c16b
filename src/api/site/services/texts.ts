import { createHash } from 'node:crypto';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import { LRUCache } from 'lru-cache';

import { renderText, type RenderedText } from '../../work/page/text/markdown';
import type { TextContext } from '../../work/page/text/rendering';
import { markup } from '../../markup';
import { createTextThread, TextTooExpensive } from '../../work/page/text/thread';
import type { TextTask } from '../../work/page/text/worker';

/**
 * Maximum number of characters of a text that is rendered on the main thread. Any text of this length takes a few
 * milliseconds.
 */
const SHORT_CHARACTERS = 6_000;
/** Maximum number of characters of all rendered texts in the cache together. */
const CACHED_CHARACTERS = 24 * 1024 * 1024;
/** Time after which a text that took too long is rendered again: the machine may have been busy. */
const RETRY_MILLISECONDS = 3_600_000;
/** Time limit of the thread for ordinary texts. Slower texts move to a thread where only slow texts wait. */
const QUICK_MILLISECONDS = 250;
const MOST_SLOW = 4;
const PLAIN = 1_000;

const showSource = (source: string): RenderedText => ({
  html: markup`<p class="written">${source}</p>`.source,
  plain: source.slice(0, PLAIN),
  shown: [],
  pictures: 0,
  style: '',
});

/**
 * Renders and caches the texts of works. Long texts are rendered on other threads, so that they do not delay other
 * requests. A text that exceeds the limits of time or memory is shown as it was written.
 */
const createTextsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const program = path.join(__dirname, '../../work/page/text/worker.js');
  const quick = createTextThread(program, QUICK_MILLISECONDS);
  const slow = createTextThread(program, undefined, MOST_SLOW);

  const render = async (task: TextTask): Promise<RenderedText> => {
    const { source, textContext } = task;
    if (source.length <= SHORT_CHARACTERS) return renderText(source, textContext);
    try {
      return await quick.render(task);
    } catch (error) {
      if (!(error instanceof TextTooExpensive)) throw error;
      return slow.render(task);
    }
  };

  // Errors are not cached. Only the fallback for a text that is too expensive stays for an hour.
  const cache = new LRUCache<string, RenderedText, TextTask>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ html, style }) => html.length + style.length + PLAIN,
    fetchMethod: async (_key, _stale, { context, options }) => {
      try {
        return await render(context);
      } catch (error) {
        if (!(error instanceof TextTooExpensive)) throw error;
        strapi.log.warn(
          `A text of ${context.source.length} characters that begins with ${JSON.stringify(context.source.slice(0, 60))} is shown as it was written: ${error.message}`
        );
        options.ttl = RETRY_MILLISECONDS;
        return showSource(context.source);
      }
    },
  });

  return {
    async render(source: string, textContext: TextContext): Promise<RenderedText> {
      const task = { source, textContext };
      const key = createHash('sha256').update(JSON.stringify(task)).digest('base64');
      // The cache returns undefined for a text larger than the whole cache.
      return (await cache.fetch(key, { context: task })) ?? render(task);
    },

    /** Terminates the rendering threads. */
    async stop(): Promise<void> {
      await Promise.all([quick.end(), slow.end()]);
    },
  };
};

export type TextsService = ReturnType<typeof createTextsService>;

export default createTextsService;
