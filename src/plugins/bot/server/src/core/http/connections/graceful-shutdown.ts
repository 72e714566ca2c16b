import { serviceOf } from '../../service';
import { protocolError } from '../../protocol/errors';

import { within } from '../../timeout';

/** Knows which requests of the bot run, so that the site can stop without breaking one. */
export const createGracefulShutdownService = () => {
  const running = new Set<Promise<unknown>>();
  let isStopping = false;

  return {
    /** @throws `site-stopping` once the site is stopping */
    async run(answer: () => Promise<unknown>): Promise<void> {
      if (isStopping) {
        throw protocolError('site-stopping', { headers: { Connection: 'close' } });
      }
      const request = answer();
      running.add(request);
      await request.finally(() => running.delete(request));
    },

    /** Takes no new requests, and waits for those that run, for so many milliseconds at most. */
    async stop(milliseconds: number): Promise<void> {
      isStopping = true;
      await within(milliseconds, Promise.allSettled(running));
    },
  };
};

export const getGracefulShutdownService =
  serviceOf<typeof createGracefulShutdownService>('gracefulShutdown');
