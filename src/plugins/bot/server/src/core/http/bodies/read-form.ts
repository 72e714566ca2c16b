import path from 'node:path';
import type { Readable } from 'node:stream';

import { Dicer } from '@fastify/busboy';
import type { ReceivedBytes } from '@fleet-bot/media';

import { receiveBytes } from '../../bytes/receive-bytes';
import { protocolError, type ProtocolError } from '../../protocol/errors';

import { parsePartHeaders, type PartHeaders } from './form-part';

export interface ReceivedFile {
  bytes: ReceivedBytes;
  /** The file name as the client sent it. */
  name: string;
}

export interface FilePart {
  field: string;
  file: ReceivedFile;
}

export interface TextPart {
  field: string;
  value: string;
}

/** What a multipart body held, in the order of its parts. */
export interface ReceivedForm {
  files: FilePart[];
  fields: TextPart[];
}

/** What was read from a form: a JSON body may look like one. */
const forms = new WeakSet<object>();

export const isForm = (body: unknown): body is ReceivedForm => forms.has(Object(body));

/** Marks what stands for a form that was read. */
export const asForm = (form: ReceivedForm): ReceivedForm => {
  forms.add(form);
  return form;
};

/** Room for the text parts and the boundaries around the file. */
const OVERHEAD_BYTES = 256 * 1024;
/** Bytes of a text that are kept; it is refused long before. */
const TEXT_BYTES = 64 * 1024;
const PARTS = 16;
const HEADERS_OF_A_PART = 32;

/** The bytes of a form at most, whose file may have `limit`. */
export const formBytes = (limit: number): number => limit + OVERHEAD_BYTES;

export const fileTooLarge = (limit: number): ProtocolError =>
  protocolError('file-too-large', {
    message: `The file is larger than ${limit} bytes`,
    details: { limit },
  });

const malformed = (message?: string) => protocolError('malformed-multipart', { message });

type ReceivedPart = FilePart | TextPart;

const decode = (bytes: Buffer, charset: string): string => {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    throw malformed(`The character set ${charset} is not known`);
  }
};

const receiveText = async (part: AsyncIterable<Buffer>, charset: string): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part) {
    if (size < TEXT_BYTES) {
      chunks.push(chunk);
    }
    size += chunk.length;
  }
  return decode(Buffer.concat(chunks).subarray(0, TEXT_BYTES), charset);
};

const receivePart = async (
  part: Readable,
  headers: PartHeaders,
  nameFile: () => Promise<string>,
  limit: number
): Promise<ReceivedPart> => {
  const { field, fileName, charset } = parsePartHeaders(headers);
  // A part named file is one even without a file name, as some clients send it.
  if (fileName === undefined && field !== 'file') {
    return { field, value: await receiveText(part, charset) };
  }
  const bytes = await receiveBytes(part, nameFile);
  if (bytes.size > limit) {
    throw fileTooLarge(limit);
  }
  return { field, file: { bytes, name: fileName ?? '' } };
};

/**
 * Reads a form (RFC 7578) to its end, or to the first fault. Dicer finds the parts; Busboy would skip a part
 * that is not form data, and hang on one larger than its buffer.
 * @param source left open when this settles, so that the request can still be answered
 * @param directory where large files are written
 * @throws `malformed-multipart`, `file-too-large`, the reason of `signal`, and errors of the disk
 */
export const readForm = async (
  source: Readable,
  {
    boundary,
    limit,
    directory,
    signal,
  }: { boundary: string; limit: number; directory: () => Promise<string>; signal: AbortSignal }
): Promise<ReceivedForm> => {
  const finder = new Dicer({ boundary, maxHeaderPairs: HEADERS_OF_A_PART });
  const streams: Readable[] = [];
  const receiving: Promise<ReceivedPart>[] = [];
  let received = 0;
  let reject!: (cause: unknown) => void;
  const reading = new Promise<void>((resolve, fail) => {
    finder.on('finish', resolve);
    reject = fail;
  });

  const refuse = (cause: unknown) => reject(protocolError('malformed-multipart', { cause }));
  // Each file is bounded, but not their sum, nor what stands before the first part.
  const count = ({ length }: Buffer) => {
    received += length;
    if (received > formBytes(limit)) {
      reject(fileTooLarge(limit));
    }
  };
  signal.addEventListener('abort', () => reject(signal.reason));
  finder.on('error', refuse).on('part', (part) => {
    const fileName = String(streams.length);
    // It fails when the form ends in the middle of it, whether or not it is read by then.
    part.on('error', refuse);
    if (streams.push(part) > PARTS) {
      reject(malformed(`The form has more than ${PARTS} parts`));
      return;
    }
    part.once('header', (headers) => {
      const nameFile = async () => path.join(await directory(), fileName);
      const receivingPart = receivePart(part, headers as PartHeaders, nameFile, limit);
      receivingPart.catch(reject);
      receiving.push(receivingPart);
    });
  });
  source.on('data', count).pipe(finder);

  try {
    await reading;
    if (receiving.length < streams.length) {
      throw malformed('A part ends within its headers');
    }
    const parts = await Promise.all(receiving);
    return asForm({
      files: parts.filter((part) => 'file' in part),
      fields: parts.filter((part) => 'value' in part),
    });
  } finally {
    source.off('data', count).unpipe(finder);
    for (const stream of streams) {
      stream.destroy();
    }
    finder.destroy();
    await Promise.allSettled(receiving);
  }
};
