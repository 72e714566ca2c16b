import type { ReceivedBytes } from '../bytes/received-bytes';
import { MediaError } from '../errors';
import { decodeText } from '../documents/text-encoding';
import { createThread } from '../programs/thread';

import type { SafeSvg } from './sanitize';
import type { SvgAnswer } from './worker';

/** Bytes of a drawing: a logo has a few thousand, a map some hundred thousand. */
const SVG_BYTES = 4 * 1024 * 1024;

const notSafe = (why: string, cause?: unknown) =>
  new MediaError('svg-not-safe', `The SVG ${why}`, { cause });

/** Makes vector graphics safe in a thread of their own: the DOM that this takes has 60 MB. */
export const createSvgSanitizer = (programs: string) => {
  const thread = createThread<string, SvgAnswer>(programs, 'svg-worker');

  return {
    /**
     * Does `sanitizeSvg` there.
     * @param charset the encoding of the text
     * @throws `svg-not-safe` for a drawing that cannot be made safe
     */
    async sanitize(bytes: ReceivedBytes, charset = 'utf-8'): Promise<SafeSvg> {
      if (bytes.size > SVG_BYTES) {
        throw notSafe(`has more than ${SVG_BYTES} bytes`);
      }
      const text = decodeText(await bytes.read(0, SVG_BYTES), charset);
      const safe = await thread.ask(text).catch((cause: unknown) => {
        throw notSafe('takes too much time or memory to be made safe', cause);
      });
      if (safe === undefined) {
        throw notSafe('is broken, or has nothing left to draw once it is safe');
      }
      return safe;
    },

    /** Ends the thread. */
    stop: thread.stop,
  };
};
