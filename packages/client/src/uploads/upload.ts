import type { UploadedMaterial } from '@fleet-bot/protocol';

import type { Call } from '../http/call';

import { textsOf, WHILE_RUNNING, type Sending } from './options';
import { sendInParts } from './resumable';
import { isStream, openWhole, partsOfStream, partsOfWhole, type UploadSource } from './source';

const MIB = 2 ** 20;
const WITH_TIME = { patience: { whileRunning: WHILE_RUNNING } };

const sendForm = async (call: Call, bytes: Blob, filename: string, options: Sending) => {
  const { key, signal, onProgress } = options;
  const form = new FormData();
  textsOf(options).forEach(([name, text]) => form.append(name, text));
  form.append('file', bytes, filename);
  const { body } = await call('uploadMaterial', { body: form, ...WITH_TIME, key, signal });
  onProgress?.({ sent: bytes.size, total: bytes.size });
  return body;
};

const uploadStream = async (call: Call, source: AsyncIterable<Uint8Array>, options: Sending) => {
  const { filename = 'file', partSize = 8 * MIB } = options;
  const parts = partsOfStream(source, partSize);
  const { value: first } = await parts.next();
  const all: Blob[] = first === undefined ? [] : [first.bytes];
  if (first?.isLast === false) {
    const partsFrom = async function* () {
      yield first;
      yield* parts;
    };
    const file = { filename, partsFrom };
    const sent = await sendInParts(call, file, { ...options, resume: undefined });
    if (sent !== undefined) return sent;
    for await (const { bytes } of parts) all.push(bytes);
  }
  return sendForm(call, new Blob(all), filename, options);
};

/** Uploads a file from any source; large files and streams in parts. @throws BotError; an error of the file system */
export const upload = async (
  call: Call,
  source: UploadSource,
  options: Sending = {}
): Promise<UploadedMaterial> => {
  // The site fetches the file itself.
  if (source instanceof URL && /^https?:$/.test(source.protocol)) {
    const { key, signal } = options;
    const body = { url: source.href, ...Object.fromEntries(textsOf(options)) };
    return (await call('uploadMaterial', { body, ...WITH_TIME, key, signal })).body;
  }
  if (isStream(source)) return uploadStream(call, source, options);
  const { bytes, filename: own } = await openWhole(source);
  const { filename = own, resumableAbove = 16 * MIB, partSize = 8 * MIB, resume } = options;
  if (bytes.size > resumableAbove || resume !== undefined) {
    const partsFrom = (from: number) => partsOfWhole(bytes, partSize, from);
    const sent = await sendInParts(call, { filename, total: bytes.size, partsFrom }, options);
    if (sent !== undefined) return sent;
  }
  return sendForm(call, bytes, filename, options);
};
