import type { Context } from 'koa';

import { isCut } from '../../bytes/cut-request';
import { protocolError } from '../../protocol/errors';

import { sendContinue } from './expect-continue';

/**
 * Waits for `read`, which consumes a request body, unless the client sends nothing for `idleTimeoutSeconds` or
 * disconnects. Keeps the request open so that the error can be answered.
 * @throws `request-timeout`, `request-aborted`, or errors of `read`
 */
export const whileSending = async <Result>(
  { req, res }: Pick<Context, 'req' | 'res'>,
  idleTimeoutSeconds: number,
  read: () => Promise<Result>
): Promise<Result> => {
  if (isCut(req)) throw protocolError('request-aborted');
  sendContinue({ req, res });
  const listeners: [event: string, listener: () => void][] = [];

  return new Promise<Result>((resolve, reject) => {
    listeners.push(
      [
        'timeout',
        () => reject(protocolError('request-timeout', { headers: { Connection: 'close' } })),
      ],
      ['close', () => isCut(req) && reject(protocolError('request-aborted'))]
    );
    for (const [event, listener] of listeners) {
      req.on(event, listener);
    }
    req.setTimeout(idleTimeoutSeconds * 1000);
    read().then(resolve, reject);
  }).finally(() => {
    req.setTimeout(0);
    for (const [event, listener] of listeners) {
      req.off(event, listener);
    }
  });
};
