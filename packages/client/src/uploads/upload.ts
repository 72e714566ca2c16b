import type { UploadedMaterial } from '@fleet-bot/protocol';

import type { Call } from '../http/call';
import type { Patience } from '../http/retry';

import { textsOf, WHILE_RUNNING, type UploadOptions } from './options';
import { sendInParts } from './resumable';
import {
  isAddress,
  isStream,
  openWhole,
  partsOfStream,
  partsOfWhole,
  type UploadSource,
} from './source';

const MIB = 2 ** 20;
const WITH_TIME = { patience: { whileRunning: WHILE_RUNNING } };

const sendForm = async (call: Call, bytes: Blob, filename: string, options: UploadOptions) => {
  const { key, signal, onProgress } = options;
  const form = new FormData();
  textsOf(options).forEach(([name, text]) => form.append(name, text));
  form.append('file', bytes, filename);
  const { body } = await call('uploadMaterial', { body: form, ...WITH_TIME, key, signal });
  onProgress?.({ sent: bytes.size, total: bytes.size });
  return body;
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
  const partsFrom = async function* () {
    yield first;
    for await (const part of parts) yield part;
  };
  const file = { filename, partsFrom };
  const sent = await sendInParts(call, file, { ...options, resume: undefined }, limits);
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
    const body = { url: source.href, ...Object.fromEntries(textsOf(options)) };
    return (await call('uploadMaterial', { body, ...WITH_TIME, key, signal })).body;
  }
  if (typeof source !== 'string' && isStream(source)) {
    return uploadStream(call, source, options, limits);
  }
  const { bytes, filename: own } = await openWhole(source);
  const { filename = own, resumableAbove = 16 * MIB, partSize = 8 * MIB, resume } = options;
  if (bytes.size > resumableAbove || resume !== undefined) {
    const partsFrom = (from: number) => partsOfWhole(bytes, partSize, from);
    const file = { filename, total: bytes.size, partsFrom };
    const sent = await sendInParts(call, file, options, limits);
    if (sent !== undefined) return sent;
  }
  return sendForm(call, bytes, filename, options);
};
