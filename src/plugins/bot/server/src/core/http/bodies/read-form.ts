import path from 'node:path';
import type { Readable } from 'node:stream';

import { Dicer } from '@fastify/busboy';
import type { ReceivedBytes } from '@fleet-bot/media';

import { receiveBytes } from '../../bytes/receive-bytes';
import { protocolError, type ProtocolError } from '../../protocol/errors';

import { parsePartHeaders, type PartHeaders } from './form-part';

export interface ReceivedFile {
  bytes: ReceivedBytes;
  /** File name as sent by the client. */
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

/** Content of a multipart body, in the order of its parts. */
export interface ReceivedForm {
  files: FilePart[];
  fields: TextPart[];
}

/** Forms that were parsed, to tell them from JSON bodies of the same shape. */
const forms = new WeakSet<object>();

/** Whether a request body was parsed as a form. */
export const isForm = (body: unknown): body is ReceivedForm => forms.has(Object(body));

/** Marks an object as a parsed form. */
export const asForm = (form: ReceivedForm): ReceivedForm => {
  forms.add(form);
  return form;
};

/** Bytes allowed for text parts and boundaries in addition to the file. */
const OVERHEAD_BYTES = 256 * 1024;
/** Maximum number of bytes of a text part; further bytes are discarded. Validation rejects much shorter texts. */
const TEXT_BYTES = 64 * 1024;
const PARTS = 16;
const HEADERS_OF_A_PART = 32;

/** Maximum size in bytes of a form whose file may have `limit` bytes. */
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
    throw malformed(`The character set ${charset} is not supported`);
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
  // Some clients send a file without a file name, so a part named `file` is always a file.
  if (fileName === undefined && field !== 'file') {
    return { field, value: await receiveText(part, charset) };
  }
  const bytes = await receiveBytes(part, nameFile);
  if (bytes.size > limit) throw fileTooLarge(limit);
  return { field, file: { bytes, name: fileName ?? '' } };
};

/**
 * Parses a form (RFC 7578) to its end or first error. Uses Dicer directly, because Busboy skips parts that are not form
 * data and hangs on parts larger than its buffer.
 * @param source remains open afterwards, so that the request can be answered
 * @param directory returns the directory for large files
 * @throws `malformed-multipart`, `file-too-large`, the reason of `signal`, and file system errors
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
  // Limits the total size, including bytes before the first part. Single files are limited elsewhere.
  const count = ({ length }: Buffer) => {
    received += length;
    if (received > formBytes(limit)) {
      reject(fileTooLarge(limit));
    }
  };
  signal.addEventListener('abort', () => reject(signal.reason));
  finder.on('error', refuse).on('part', (part) => {
    const fileName = String(streams.length);
    // A part fails if the form ends in the middle of it, even if nothing reads it yet.
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
    if (receiving.length < streams.length) throw malformed('A part ends within its headers');
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
