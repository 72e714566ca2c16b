import type { Bot } from './bot';

const VERSION = { 'Tus-Resumable': '1.0.0' };

/** Value of the header `Upload-Metadata` (tus 1.0.0, section "Creation"). */
export const metadataOf = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Starts a resumable upload of `length` bytes; accepts any answer. */
export const beginUpload = (bot: Bot, length: number, metadata: Record<string, string> = {}) =>
  bot.request('post', '/materials/resumable').set({
    ...VERSION,
    'Upload-Length': String(length),
    ...(Object.keys(metadata).length > 0 && { 'Upload-Metadata': metadataOf(metadata) }),
  });

/** Sends bytes of a resumable upload, and requests the material after the last ones; accepts any answer. */
export const sendPart = (bot: Bot, path: string, offset: number, bytes: Buffer) =>
  bot
    .request('patch', path)
    .set({
      ...VERSION,
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
      Prefer: 'return=representation',
    })
    .send(bytes);

/** Reads the offset of a resumable upload: the status and the headers of tus. */
export const headUpload = async ({ url, token }: { url: string; token: string }, path: string) => {
  const { status, headers } = await fetch(`${url}/api/bot${path}`, {
    method: 'HEAD',
    headers: { ...VERSION, Authorization: `Bearer ${token}` },
  });
  return { status, offset: headers.get('upload-offset'), length: headers.get('upload-length') };
};

/** Path of an upload for `bot.request`, from the `Location` header. */
export const uploadPath = (headers: Record<string, string>): string =>
  new URL(String(headers.location)).pathname.replace('/api/bot', '');
