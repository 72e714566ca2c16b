import { serviceOf } from '../../service';
import { protocolError } from '../../protocol/errors';

import { within } from '../../timeout';

/** Tracks running requests of the bot, so that a shutdown can wait for them. */
export const createGracefulShutdownService = () => {
  const running = new Set<Promise<unknown>>();
  let isStopping = false;

  return {
    /** Runs and tracks a request. @throws `site-stopping` after `stop` was called */
    async run(answer: () => Promise<unknown>): Promise<void> {
      if (isStopping) throw protocolError('site-stopping', { headers: { Connection: 'close' } });
      const request = answer();
      running.add(request);
      await request.finally(() => running.delete(request));
    },

    /** Rejects new requests and waits for running ones, up to this number of milliseconds. */
    async stop(milliseconds: number): Promise<void> {
      isStopping = true;
      await within(milliseconds, Promise.allSettled(running));
    },
  };
};

export const getGracefulShutdownService =
  serviceOf<typeof createGracefulShutdownService>('gracefulShutdown');
