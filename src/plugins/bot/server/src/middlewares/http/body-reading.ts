import type { Context } from 'koa';

import { protocolError } from '../../protocol/errors';

/**
 * Waits for `reading`, which consumes the body of a request, but not for a sender that sends
 * nothing for `stallSeconds` or goes away. The request itself is left alone, so that the error
 * can still be answered.
 * @throws `request-timeout`, `request-aborted`, or what `reading` throws
 */
export const whileSending = <Result>(
  { req, res }: Pick<Context, 'req' | 'res'>,
  stallSeconds: number,
  reading: Promise<Result>
): Promise<Result> => {
  if (req.headers.expect !== undefined) {
    res.writeContinue();
  }
  const listeners: [event: string, listener: () => void][] = [];

  return new Promise<Result>((resolve, reject) => {
    listeners.push(
      [
        'timeout',
        () => reject(protocolError('request-timeout', { headers: { Connection: 'close' } })),
      ],
      ['close', () => !req.complete && reject(protocolError('request-aborted'))]
    );
    for (const [event, listener] of listeners) {
      req.on(event, listener);
    }
    req.setTimeout(stallSeconds * 1000);
    reading.then(resolve, reject);
  }).finally(() => {
    req.setTimeout(0);
    for (const [event, listener] of listeners) {
      req.off(event, listener);
    }
  });
};
