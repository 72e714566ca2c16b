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
/** Asks for the material in the answer to the last part (RFC 7240, section 4.2). */
const REPRESENTATION = /(?:^|[,;])\s*return\s*=\s*"?representation"?\s*(?:[,;]|$)/i;

/** Headers of tus that are not for a bot, or that Koa sets itself. */
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

/** For clients, or proxies on their way, that know GET and POST only. */
const methodOf = (ctx: Context): string =>
  (ctx.get('X-HTTP-Method-Override') || ctx.method).toUpperCase();

const assertMethod = (method: string, ...allowed: string[]): void => {
  if (!allowed.includes(method)) {
    throw protocolError('method-not-allowed', { headers: { Allow: allowed.join(', ') } });
  }
};

const createResumableController = ({ strapi }: { strapi: Core.Strapi }) => {
  const { idleTimeoutSeconds } = botConfig(strapi).limits;
  const uploads = () => getResumableUploadService(strapi);

  const handle = async (ctx: Context): Promise<Handled> => {
    const method = methodOf(ctx);
    const hasBody = method === 'POST' || method === 'PATCH';
    // Between the two, so that what tus leaves unread stays with the request.
    const body = new PassThrough();
    // Whoever reads it is told of it there; with nobody, it would end the process.
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
      // Until it has ended, it holds the upload; what came is kept.
      await handling?.catch(() => undefined);
      throw error;
    } finally {
      ctx.req.unpipe(body);
    }
  };

  /** Sends the material that an upload has become. */
  const finish = async (ctx: Context, id: string): Promise<void> => {
    const kept = await uploads().finish(id, toKeptMaterial);
    send(ctx, await answerOf(strapi, kept));
  };

  /**
   * Answers the request that brought the last byte. tus wants a PATCH to be answered 204, and some clients take nothing
   * else for a success; the material is sent to who prefers it (RFC 7240).
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
      // First, since tus names the place of what was created only, and what is refused is gone.
      await complete(ctx, finished, response);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      const id = location.split('/').at(-1) ?? '';
      ctx.set('Location', getSiteService(strapi).absolute(`${ctx.path.replace(/\/$/, '')}/${id}`));
    }
  };

  /** One that was stored is gone from its folder, and whole. */
  const head = async (ctx: Context): Promise<void> => {
    try {
      await answer(ctx);
    } catch (error) {
      const length =
        codeOf(error) === 'upload-not-found'
          ? await uploads().lengthOfFinished(ctx.params.id)
          : undefined;
      if (length === undefined) {
        throw error;
      }
      sendEmpty(ctx, 200, { 'Upload-Offset': length, 'Upload-Length': length });
    }
  };

  return {
    /** `POST /materials/resumable`: begins an upload; 201 with its `Location`. `OPTIONS`: what tus may do here. */
    async collection(ctx: Context): Promise<void> {
      ctx.set('Tus-Resumable', TUS_VERSION);
      assertMethod(methodOf(ctx), 'POST', 'OPTIONS');
      await answer(ctx);
    },

    /**
     * `HEAD`, `PATCH`, `DELETE` and `OPTIONS /materials/resumable/:id`, as tus says. `GET`: the material that
     * the upload has become, 201; it becomes one now if the process died before.
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

export default createResumableController;
