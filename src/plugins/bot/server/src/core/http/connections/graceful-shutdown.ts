import { serviceOf } from '../../service';
import { protocolError } from '../../protocol/errors';

import { within } from '../../timeout';

/** Knows which requests of the bot run, so that the site can stop without breaking one. */
export const createGracefulShutdownService = () => {
  let running = 0;
  let isStopping = false;
  let whenIdle: (() => void) | undefined;

  return {
    /**
     * Counts a request in.
     * @returns a function that counts it out
     * @throws `site-stopping` once the site is stopping
     */
    enter(): () => void {
      if (isStopping) {
        throw protocolError('site-stopping', { headers: { Connection: 'close' } });
      }
      running += 1;
      return () => {
        running -= 1;
        if (running === 0) {
          whenIdle?.();
        }
      };
    },

    /** Takes no new requests, and waits for those that run, for so many milliseconds at most. */
    async stop(milliseconds: number): Promise<void> {
      isStopping = true;
      if (running === 0) {
        return;
      }
      const idle = new Promise<void>((resolve) => {
        whenIdle = resolve;
      });
      await within(milliseconds, idle);
    },
  };
};

export const getGracefulShutdownService =
  serviceOf<typeof createGracefulShutdownService>('gracefulShutdown');
