import { PassThrough, Readable } from 'node:stream';

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../../core/config';
import { answerOf, getSiteService, whileSending } from '../../core/http';
import { codeOf, protocolError } from '../../core/protocol/errors';
import { send } from '../../core/protocol/send';
import { toKeptMaterial } from '../materials';

import { getResumableUploadService, type Handled } from './resumable';
import { TUS_VERSION } from './rules';

const NO_CONTENT = 204;
/** Matches a `Prefer` header that requests the material in the answer to an upload's last part (RFC 7240, 4.2). */
const REPRESENTATION = /(?:^|[,;])\s*return\s*=\s*"?representation"?\s*(?:[,;]|$)/i;

/**
 * Matches headers in the tus library's answers that are not sent to a client: CORS headers, and headers that this
 * controller or Koa sets.
 */
const LEFT_OUT = /^(?:access-control-|content-length$|location$)/;

const headersOfTus = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !LEFT_OUT.test(name)));

const headersOf = ({ rawHeaders }: Context['req']): Headers => {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return headers;
};

const sendEmpty = (ctx: Context, status: number, headers: Record<string, string>): void => {
  send(ctx, { status, headers, body: '' });
  ctx.remove('Content-Type');
};

/**
 * Returns the HTTP method of a request. A header can override the method, for clients and proxies that only support GET
 * and POST.
 */
const methodOf = (ctx: Context): string =>
  (ctx.get('X-HTTP-Method-Override') || ctx.method).toUpperCase();

const assertMethod = (method: string, ...allowed: string[]): void => {
  if (!allowed.includes(method)) {
    throw protocolError('method-not-allowed', { headers: { Allow: allowed.join(', ') } });
  }
};

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const { idleTimeoutSeconds } = botConfig(strapi).limits;
  const uploads = () => getResumableUploadService(strapi);

  const handle = async (ctx: Context): Promise<Handled> => {
    const method = methodOf(ctx);
    const hasBody = method === 'POST' || method === 'PATCH';
    // A separate stream, so that bytes that tus does not read stay with the request.
    const body = new PassThrough();
    // Readers get the error too; without any listener it would end the process.
    body.on('error', () => undefined);
    const init: RequestInit & { duplex: 'half' } = {
      method,
      headers: headersOf(ctx.req),
      duplex: 'half',
      ...(hasBody && { body: Readable.toWeb(body) }),
    };
    const request = new Request(new URL(ctx.path, 'http://site'), init);
    let handling: Promise<Handled> | undefined;
    try {
      return await whileSending(ctx, idleTimeoutSeconds, () => {
        if (hasBody) {
          ctx.req.pipe(body);
        }
        return (handling = uploads().handle(request));
      });
    } catch (error) {
      ctx.req.unpipe(body);
      body.destroy(error as Error);
      // Wait for tus to finish, because it holds the lock of the upload. Received bytes are kept.
      await handling?.catch(() => undefined);
      throw error;
    } finally {
      ctx.req.unpipe(body);
    }
  };

  /** Answers with the material that was made from an upload. */
  const finish = async (ctx: Context, id: string): Promise<void> => {
    const kept = await uploads().finish(id, toKeptMaterial);
    send(ctx, await answerOf(strapi, kept));
  };

  /**
   * Answers the request with the last part. tus requires 204 for a PATCH, and some clients accept nothing else; the
   * material is sent only if the request prefers it (RFC 7240).
   */
  const complete = async (ctx: Context, id: string, response: Response): Promise<void> => {
    if (response.status !== NO_CONTENT || REPRESENTATION.test(ctx.get('Prefer'))) {
      await finish(ctx, id);
      if (response.status === NO_CONTENT) ctx.set('Preference-Applied', 'return=representation');
      return;
    }
    await uploads().finish(id, toKeptMaterial);
    sendEmpty(ctx, NO_CONTENT, headersOfTus(response));
  };

  const answer = async (ctx: Context): Promise<void> => {
    const { response, finished } = await handle(ctx);
    if (finished === undefined) {
      sendEmpty(ctx, response.status, headersOfTus(response));
    } else {
      // Store the upload before setting `Location`: tus only sends it with a created upload, and a rejected
      // one no longer exists.
      await complete(ctx, finished, response);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      const id = location.split('/').at(-1) ?? '';
      ctx.set('Location', getSiteService(strapi).absolute(`${ctx.path.replace(/\/$/, '')}/${id}`));
    }
  };

  /** Answers HEAD. A stored upload no longer has a file, so its length is taken from the stored answer. */
  const head = async (ctx: Context): Promise<void> => {
    try {
      await answer(ctx);
    } catch (error) {
      const length =
        codeOf(error) === 'upload-not-found'
          ? await uploads().lengthOfFinished(ctx.params.id)
          : undefined;
      if (length === undefined) throw error;
      sendEmpty(ctx, 200, { 'Upload-Offset': length, 'Upload-Length': length });
    }
  };

  return {
    /** `POST /materials/resumable`: 201 with `Location`, starts an upload. `OPTIONS`: the tus extensions of this site. */
    async collection(ctx: Context): Promise<void> {
      ctx.set('Tus-Resumable', TUS_VERSION);
      assertMethod(methodOf(ctx), 'POST', 'OPTIONS');
      await answer(ctx);
    },

    /**
     * `HEAD`, `PATCH`, `DELETE` and `OPTIONS /materials/resumable/:id` as defined by tus. `GET`: 201 with the material
     * made from the upload; stores it now if the process died before.
     */
    async upload(ctx: Context): Promise<void> {
      ctx.set('Tus-Resumable', TUS_VERSION);
      const method = methodOf(ctx);
      assertMethod(method, 'GET', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS');
      uploads().assertId(ctx.params.id);
      switch (method) {
        case 'GET':
          return finish(ctx, ctx.params.id);
        case 'HEAD':
          return head(ctx);
        default:
          return answer(ctx);
      }
    },
  };
};
