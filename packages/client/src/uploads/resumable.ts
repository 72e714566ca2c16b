import type { UploadedMaterial } from '@fleet-bot/protocol';

import { timesOf, type Call } from '../http/call';
import { BotError, unlessOlder } from '../http/errors';
import { persist } from '../http/retry';

import { textsOf, WHILE_RUNNING, type Sending } from './options';
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
/** Limits in milliseconds for the last part, after which the site processes the complete file. */
const LAST = { timeout: WHILE_RUNNING, within: WHILE_RUNNING };

const inBase64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Starts a resumable upload. @returns its id; undefined if the site has no resumable uploads @throws BotError */
const beginUpload = async (
  call: Call,
  { filename, total }: Divided,
  options: Sending
): Promise<string | undefined> => {
  const metadata = [['filename', filename] as const, ...textsOf(options)];
  const pairs = metadata.map(([name, text]) => `${name} ${inBase64(text)}`);
  const headers = {
    ...TUS,
    'Upload-Metadata': pairs.join(','),
    ...(total === undefined ? { 'Upload-Defer-Length': '1' } : { 'Upload-Length': `${total}` }),
  };
  const answer = await unlessOlder(call('beginUpload', { headers, signal: options.signal }));
  return answer?.headers.get('location')?.split('/').at(-1);
};

/** Sends a file in parts. After a failure, continues where the site says. @throws BotError if retries have failed */
const sendParts = async (
  call: Call,
  id: string,
  { total, partsFrom }: Divided,
  { resume, onProgress, signal, patience: limits }: Sending
): Promise<UploadedMaterial> => {
  const receivedBytes = async () => {
    const { headers } = await call('getUploadOffset', { id, headers: TUS, signal });
    return Number(headers.get('upload-offset'));
  };
  let from = resume === undefined ? 0 : await receivedBytes();
  for await (const { bytes, isLast } of partsFrom(from)) {
    const start = from;
    const end = start + bytes.size;
    const times = isLast ? LAST : timesOf('PATCH', bytes);
    let offset: number | undefined = start;
    const send = async (left: number) => {
      const timeout = Math.min(times.timeout, left);
      const input = { id, timeout, patience: { tries: 1, within: timeout }, signal };
      offset ??= await receivedBytes();
      // The site has received the complete part, but its answer was lost.
      if (offset === end && end > start) return isLast ? call('finishUpload', input) : undefined;
      const headers = {
        ...TUS,
        'Upload-Offset': String(offset),
        ...(isLast && total === undefined && { 'Upload-Length': String(end) }),
        ...(isLast && { Prefer: 'return=representation' }),
        'Content-Type': 'application/offset+octet-stream',
      };
      const body = bytes.slice(offset - start);
      offset = undefined;
      const answer = await call('continueUpload', { ...input, headers, body });
      return isLast && !answer.body ? call('finishUpload', input) : answer;
    };
    const answer = await persist(send, { within: times.within, ...limits }, { signal });
    from = end;
    onProgress?.({ sent: end, total });
    if (isLast && answer?.body) return answer.body;
  }
  throw new BotError({ code: 'no-answer', message: 'The stream ended', status: 0, requestId: '' });
};

/** Sends a file as a resumable upload. @returns undefined if the site has no such uploads @throws BotError */
export const sendInParts = async (
  call: Call,
  file: Divided,
  options: Sending
): Promise<UploadedMaterial | undefined> => {
  const { resume, onBegin, signal } = options;
  const id = resume ?? (await beginUpload(call, file, options));
  if (id === undefined) return undefined;
  onBegin?.(id);
  try {
    return await sendParts(call, id, file, options);
  } catch (error) {
    if (signal?.aborted && onBegin === undefined) {
      await call('removeUpload', { id, headers: TUS, patience: { tries: 1 } }).catch(() => {});
    }
    throw error;
  }
};
