import type { UploadedMaterial } from '@fleet-bot/protocol';

import { timesOf, type Call } from '../http/call';
import { BotError } from '../http/errors';
import { persist, type Patience } from '../http/retry';

import type { Part } from './source';

/** Header of every request of the tus protocol 1.0.0. */
export const TUS = { 'Tus-Resumable': '1.0.0' };

export interface ResumableOptions {
  /** Values for the header `Upload-Metadata`. */
  metadata: Record<string, string>;
  /** Total size in bytes. Undefined for a stream, whose size is known only at its end. */
  total?: number;
  limits: Omit<Patience, 'within'> & { within?: number };
  /** Called after each part with the number of bytes sent so far. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
}

/** Limits for the last part in milliseconds. A site may process the complete file for up to an hour. */
const LAST = { timeout: 65 * 60_000, within: 70 * 60_000 };

const inBase64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Starts a resumable upload. @returns its id @throws BotError */
export const beginUpload = async (
  call: Call,
  { metadata, total, signal }: ResumableOptions
): Promise<string> => {
  const said = Object.entries(metadata).map(([name, text]) => `${name} ${inBase64(text)}`);
  const { headers } = await call('beginUpload', {
    headers: {
      ...TUS,
      'Upload-Metadata': said.join(','),
      ...(total === undefined
        ? { 'Upload-Defer-Length': '1' }
        : { 'Upload-Length': String(total) }),
    },
    signal,
  });
  return (headers.get('location') ?? '').split('/').at(-1) ?? '';
};

/** Number of bytes of an upload that the site has received. @throws BotError */
export const offsetOf = async (call: Call, id: string, signal?: AbortSignal): Promise<number> => {
  const { headers } = await call('getUploadOffset', { id, headers: TUS, signal });
  return Number(headers.get('upload-offset'));
};

/**
 * Sends parts, the first of which begins at byte `start` of the file. After a failure, asks the site how many bytes it
 * has received and continues from there.
 * @throws BotError if the retries of a part have failed
 */
export const sendParts = async (
  call: Call,
  id: string,
  parts: AsyncIterable<Part>,
  start: number,
  { limits, total, onProgress, signal }: ResumableOptions
): Promise<UploadedMaterial> => {
  for await (const { bytes, isLast } of parts) {
    const from = start;
    const end = from + bytes.size;
    const times = isLast ? LAST : timesOf('PATCH', bytes);
    let offset: number | undefined = from;
    const send = async (left: number) => {
      const timeout = Math.min(times.timeout, left);
      const asked = { id, timeout, patience: { tries: 1, within: timeout }, signal };
      offset ??= await offsetOf(call, id, signal);
      // The site has received the complete part, but its answer was lost.
      if (offset === end && end > from) {
        return isLast ? call('finishUpload', asked) : undefined;
      }
      const headers = {
        ...TUS,
        'Upload-Offset': String(offset),
        ...(isLast && total === undefined && { 'Upload-Length': String(end) }),
        ...(isLast && { Prefer: 'return=representation' }),
        'Content-Type': 'application/offset+octet-stream',
      };
      const body = bytes.slice(offset - from);
      offset = undefined;
      const answer = await call('continueUpload', { ...asked, headers, body });
      return isLast && !answer.body ? call('finishUpload', asked) : answer;
    };
    const answer = await persist(send, { within: times.within, ...limits }, { signal });
    start = end;
    onProgress?.(end);
    if (isLast && answer?.body) return answer.body;
  }
  throw new BotError({ code: 'no-answer', message: 'The stream ended', status: 0, requestId: '' });
};
