import { createHash } from 'node:crypto';

import { assert, assertEqual } from '../assert';
import { rulesOf } from '../rule';
import type { Session } from '../session';

const TUS = { 'Tus-Resumable': '1.0.0' };
const digestOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
);
const PAGE = '<!doctype html><script>document.title = "run"</script>\n';
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>';

/**
 * Whether a browser runs no script of an answer: the answer is an attachment, or it has `nosniff` and either contains
 * no script or has a Content-Security-Policy that forbids scripts.
 */
const isInert = ({ headers, bytes }: { headers: Headers; bytes: Buffer }): boolean => {
  const has = (name: string, value: RegExp) => value.test(headers.get(name) ?? '');
  const isScript = has('content-type', /html|xml|svg|javascript/i) && bytes.includes('<script');
  const isForbidden = has('content-security-policy', /\bsandbox\b|(script|default)-src 'none'/);
  const isBelieved = has('x-content-type-options', /^nosniff$/);
  return has('content-disposition', /^attachment/) || (isBelieved && (!isScript || isForbidden));
};

/** Sends a text in two parts. Between them, sends a part at a wrong offset, which the site must reject. */
const sendParts = async (session: Session, id: string, text: string) => {
  const part = (from: number, bytes: string) => {
    const type = { 'Content-Type': 'application/offset+octet-stream' };
    const headers = { ...TUS, ...type, 'Upload-Offset': String(from) };
    return session.request('continueUpload', { id, headers, body: new Blob([bytes]) });
  };
  assertEqual((await part(0, text.slice(0, 5))).status, 204, 'The status of the first part');
  const there = await session.request('getUploadOffset', { id, headers: TUS });
  assertEqual(there.headers.get('upload-offset'), '5', 'Upload-Offset');
  assertEqual((await part(3, 'x')).status, 409, 'The status of a part in the wrong place');
  assertEqual((await part(5, text.slice(5))).status, 204, 'The status of the last part');
  return (await session.done('finishUpload', { id })).body;
};

export const MATERIALS = rulesOf({
  'upload: A file becomes a material; its type comes from its bytes': async (session) => {
    const picture = await session.upload(PNG, 'picture.txt');
    const text = await session.upload('Words.\n', 'words.txt', { caption: 'By N. N.' });
    assertEqual([picture.type, text.type], ['image', 'file'], 'The types');
    assertEqual(text.sha256.received, digestOf('Words.\n'), 'sha256.received');
    const { body } = await session.done('getMaterial', { id: text.id });
    assertEqual([body.caption, body.isUsed], ['By N. N.', false], 'caption and isUsed');
    const { status } = await session.request('uploadMaterial', { body: new FormData() });
    assertEqual(status, 400, 'The status without a file');
  },
  'bytes-identical: At its address, a text has the bytes that were sent': async (session) => {
    const text = `Größe zählt.\r\n${session.run}\n`;
    const { url, sha256 } = await session.upload(text);
    const { status, bytes } = await session.visit(url);
    assertEqual(status, 200, `The status of ${url}`);
    assertEqual(digestOf(bytes), digestOf(text), 'The digest of what came back');
    assertEqual(sha256.stored, digestOf(bytes), 'sha256.stored');
  },
  'files-inert: A file that could run in the browser of a reader is refused, or does not run there':
    async (session) => {
      const pages = { 'page.html': PAGE, 'page.txt': PAGE, 'page.png': PAGE };
      for (const [filename, text] of Object.entries({ ...pages, 'drawing.svg': DRAWING })) {
        const body = session.form(text, filename);
        const reply = await session.request('uploadMaterial', { body });
        if (reply.status === 415) continue;
        assertEqual(reply.status, 201, `The status of ${filename}`);
        const { url } = reply.body as { url: string };
        assert(isInert(await session.visit(url)), `${filename} would run at ${url}`);
      }
    },
  'digest-compared: A file that does not have the digest that was announced is refused': async (
    session
  ) => {
    const form = session.form('Words.\n', 'a.txt', { sha256: digestOf('Other words.\n') });
    await session.refused('uploadMaterial', { body: form }, 'digest-mismatch');
  },
  'material-texts: The texts of a material can be changed, and its address stays': async (
    session
  ) => {
    const { id, url } = await session.upload('Words.\n');
    await session.done('changeMaterial', { id, json: { alternativeText: 'A note' } });
    const { body } = await session.done('getMaterial', { id });
    assertEqual([body.alternativeText, body.url], ['A note', url], 'alternativeText and url');
  },
  'upload-in-parts: An upload in parts goes on where it was, and has the bytes that were sent':
    async (session) => {
      const text = 'In two parts.\n';
      const metadata = `filename ${btoa(`${session.title()}.txt`)}`;
      const length = { 'Upload-Length': String(text.length), 'Upload-Metadata': metadata };
      const lacking = ['route-not-found', 'method-not-allowed'];
      const begun = await session.done('beginUpload', { headers: { ...TUS, ...length } }, lacking);
      const id = begun.headers.get('location')?.split('/').at(-1) ?? '';
      session.made.uploads.add(id);
      const { url } = await sendParts(session, id, text);
      assertEqual(digestOf((await session.visit(url)).bytes), digestOf(text), 'The digest');
    },
});
