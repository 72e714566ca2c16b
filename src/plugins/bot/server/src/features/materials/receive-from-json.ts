import { defineQuestion } from '../../core/hooks';
import { protocolError } from '../../core/protocol/errors';

import type { NewMaterial } from './writer';

/** A request that is no form. */
interface JsonRequest {
  body: unknown;
  /** Where bytes that do not stay in memory are written. */
  directory: () => Promise<string>;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal | undefined;
}

/** Receives the material that a JSON body is about. @throws what is wrong with it */
export const receiveFromJson = defineQuestion<JsonRequest, Promise<NewMaterial>>(async () => {
  throw protocolError('media-type-not-supported');
});
