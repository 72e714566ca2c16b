import type { UploadedMaterial } from '@fleet-bot/protocol';

import { timesOf, type Call } from '../http/call';
import { BotError } from '../http/errors';
import { PATIENCE, persist, type Patience } from '../http/retry';

import { textsOf, WHILE_RUNNING, type UploadOptions } from './options';
import type { Part } from './source';

/** A file to send in parts. */
export interface Divided {
  filename: string;
  /** Size in bytes. Undefined for a stream, whose size is known only at its end. */
  total?: number;
  /** Splits the file into parts, starting at an offset in bytes. */
  partsFrom: (offset: number) => AsyncIterable<Part>;
}

/** Header of every request of the tus protocol 1.0.0. */
const TUS = { 'Tus-Resumable': '1.0.0' };
/**
 * Time limits in milliseconds for sending the last part of a file. The site processes the complete file before it
 * answers.
 */
const LAST = { timeout: WHILE_RUNNING, within: WHILE_RUNNING };

const inBase64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Starts a resumable upload. @returns its id; undefined if the site has no resumable uploads @throws BotError */
const beginUpload = async (
  call: Call,
  { filename, total }: Divided,
  options: UploadOptions
): Promise<string | undefined> => {
  const metadata = [['filename', filename] as const, ...textsOf(options)];
  const said = metadata.map(([name, text]) => `${name} ${inBase64(text)}`);
  const length: Record<string, string> =
    total === undefined ? { 'Upload-Defer-Length': '1' } : { 'Upload-Length': String(total) };
  try {
    const headers = { ...TUS, 'Upload-Metadata': said.join(','), ...length };
    const answer = await call('beginUpload', { headers, signal: options.signal });
    return answer.headers.get('location')?.split('/').at(-1);
  } catch (error) {
    const { code } = error as BotError;
    if (code === 'route-not-found' || code === 'method-not-allowed') return undefined;
    throw error;
  }
};

/** Number of bytes of an upload that the site has received. @throws BotError */
const offsetOf = async (call: Call, id: string, signal?: AbortSignal): Promise<number> => {
  const { headers } = await call('getUploadOffset', { id, headers: TUS, signal });
  return Number(headers.get('upload-offset'));
};

/**
 * Sends parts, the first of which begins at byte `start` of the file. After a failure, asks the site how many bytes it
 * has received and continues from there.
 * @throws BotError if the retries of a part have failed
 */
const sendParts = async (
  call: Call,
  id: string,
  { total, partsFrom }: Divided,
  start: number,
  { onProgress, signal }: UploadOptions,
  limits?: Partial<Patience>
): Promise<UploadedMaterial> => {
  for await (const { bytes, isLast } of partsFrom(start)) {
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
    const answer = await persist(
      send,
      { ...PATIENCE, within: times.within, ...limits },
      { signal }
    );
    start = end;
    onProgress?.({ sent: end, total });
    if (isLast && answer?.body) return answer.body;
  }
  throw new BotError({ code: 'no-answer', message: 'The stream ended', status: 0, requestId: '' });
};

/**
 * Sends a file as a resumable upload.
 * @returns undefined if the site does not support resumable uploads
 * @throws BotError
 */
export const sendInParts = async (
  call: Call,
  file: Divided,
  options: UploadOptions,
  limits?: Partial<Patience>
): Promise<UploadedMaterial | undefined> => {
  const { resume, onBegin, signal } = options;
  const id = resume ?? (await beginUpload(call, file, options));
  if (id === undefined) return undefined;
  onBegin?.(id);
  try {
    const start = resume === undefined ? 0 : await offsetOf(call, id, signal);
    return await sendParts(call, id, file, start, options, limits);
  } catch (error) {
    if (signal?.aborted && onBegin === undefined) {
      await call('removeUpload', { id, headers: TUS, patience: { tries: 1 } }).catch(() => {});
    }
    throw error;
  }
};
