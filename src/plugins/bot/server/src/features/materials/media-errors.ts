import { MediaError } from '@fleet-bot/media';

import { protocolError } from '../../core/protocol/errors';

/** The error of the protocol for what the media package says of a file; any other error as it is. */
export const asProtocolError = (error: unknown): unknown => {
  if (!(error instanceof MediaError)) {
    return error;
  }
  const { code, message, details } = error;
  if (code === 'aborted') {
    return protocolError('request-aborted');
  }
  return code === 'stopped'
    ? protocolError('site-stopping')
    : protocolError(code, { message, details, cause: error });
};
