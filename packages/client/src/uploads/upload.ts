import type { UploadedMaterial, UploadTexts } from '@fleet-bot/protocol';

import type { Call, CallOptions } from '../http/call';
import { BotError } from '../http/errors';
import { PATIENCE, type Patience } from '../http/retry';

import { beginUpload, offsetOf, sendParts, TUS, type ResumableOptions } from './resumable';
import {
  isAddress,
  isStream,
  openWhole,
  partsOfStream,
  partsOfWhole,
  type Part,
  type UploadSource,
} from './source';

export interface UploadOptions extends UploadTexts, CallOptions {
  /** File name, if the source has none. */
  filename?: string;
  /** Called after each part with bytes; `total` is undefined for a stream. */
  onProgress?: (progress: { sent: number; total?: number }) => void;
  /** Size in bytes above which a file is sent in parts. A failure then repeats only one part. Default 16 MiB. */
  resumableAbove?: number;
  /** Bytes per part. Default 8 MiB. */
  partSize?: number;
  /** Receives the id of a resumable upload, for `resume`. The site then keeps an aborted upload for a day. */
  onBegin?: (id: string) => void;
  /** Id of an unfinished upload to continue; not for streams. */
  resume?: string;
}

const MIB = 2 ** 20;
/** Milliseconds to wait for an upload that the site still processes. A site allows an hour for one. */
const WHILE_RUNNING = { whileRunning: 70 * 60_000 };

const textsOf = ({ name, alternativeText, caption, sha256 }: UploadTexts) =>
  Object.fromEntries(
    Object.entries({ name, alternativeText, caption, sha256 }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined
    )
  );

const sendForm = async (call: Call, bytes: Blob, filename: string, options: UploadOptions) => {
  const { key, signal, onProgress } = options;
  const form = new FormData();
  Object.entries(textsOf(options)).forEach(([name, text]) => form.append(name, text));
  form.append('file', bytes, filename);
  const asked = { body: form, patience: WHILE_RUNNING, key, signal };
  const { body } = await call('uploadMaterial', asked);
  onProgress?.({ sent: bytes.size, total: bytes.size });
  return body;
};

/** Whether an error means that the site has no resumable uploads. */
const hasNone = (error: unknown): boolean =>
  error instanceof BotError && ['route-not-found', 'method-not-allowed'].includes(error.code);

const optionsOf = (
  options: UploadOptions,
  filename: string,
  total: number | undefined,
  limits: Partial<Patience> = {}
): ResumableOptions => ({
  metadata: { filename, ...textsOf(options) },
  total,
  limits: { ...PATIENCE, ...limits },
  onProgress: (sent) => options.onProgress?.({ sent, total }),
  signal: options.signal,
});

/** Sends a file as a resumable upload. `partsFrom` splits it from an offset on. Undefined if the site has none. */
const sendInParts = async (
  call: Call,
  partsFrom: (offset: number) => AsyncIterable<Part>,
  resumable: ResumableOptions,
  { resume, onBegin, signal }: UploadOptions
): Promise<UploadedMaterial | undefined> => {
  let id = resume;
  try {
    id ??= await beginUpload(call, resumable);
  } catch (error) {
    if (hasNone(error)) return undefined;
    throw error;
  }
  onBegin?.(id);
  try {
    const start = resume === undefined ? 0 : await offsetOf(call, id, signal);
    return await sendParts(call, id, partsFrom(start), start, resumable);
  } catch (error) {
    if (signal?.aborted && onBegin === undefined) {
      await call('removeUpload', { id, headers: TUS, patience: { tries: 1 } }).catch(() => {});
    }
    throw error;
  }
};

const uploadStream = async (
  call: Call,
  source: AsyncIterable<Uint8Array>,
  options: UploadOptions,
  limits?: Partial<Patience>
) => {
  const { filename = 'file', partSize = 8 * MIB } = options;
  const parts = partsOfStream(source, partSize);
  const { value: first } = await parts.next();
  if (first === undefined || first.isLast) {
    return sendForm(call, first?.bytes ?? new Blob([]), filename, options);
  }
  const all = async function* () {
    yield first;
    for await (const part of parts) yield part;
  };
  const resumable = optionsOf(options, filename, undefined, limits);
  const sent = await sendInParts(call, all, resumable, { ...options, resume: undefined });
  if (sent !== undefined) return sent;
  const rest: Blob[] = [first.bytes];
  for await (const { bytes } of parts) rest.push(bytes);
  return sendForm(call, new Blob(rest), filename, options);
};

/** Uploads a file from any source; large files and streams in parts. @throws BotError; an error of the file system */
export const upload = async (
  call: Call,
  source: UploadSource,
  options: UploadOptions = {},
  limits?: Partial<Patience>
): Promise<UploadedMaterial> => {
  if (isAddress(source)) {
    const { key, signal } = options;
    const body = { url: source.href, ...textsOf(options) };
    return (await call('uploadMaterial', { body, patience: WHILE_RUNNING, key, signal })).body;
  }
  if (typeof source !== 'string' && isStream(source)) {
    return uploadStream(call, source, options, limits);
  }
  const { bytes, filename: own } = await openWhole(source);
  const { filename = own, resumableAbove = 16 * MIB, partSize = 8 * MIB, resume } = options;
  if (bytes.size > resumableAbove || resume !== undefined) {
    const resumable = optionsOf(options, filename, bytes.size, limits);
    const parts = (from: number) => partsOfWhole(bytes, partSize, from);
    const sent = await sendInParts(call, parts, resumable, options);
    if (sent !== undefined) return sent;
  }
  return sendForm(call, bytes, filename, options);
};
