import { PassThrough, Readable } from 'node:stream';

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../../config';
import { answerOf, clientGone, getSiteService, whileSending } from '../../http';
import { codeOf } from '../../protocol/errors';
import { send } from '../../protocol/send';
import { toKeptMaterial } from '../controller';

import { getResumableUploadService, type Handled } from './resumable';

/** Headers of tus that are not for a bot, or that Koa sets itself. */
const LEFT_OUT = /^(?:access-control-|content-length$|location$)/;

const headersOf = ({ rawHeaders }: Context['req']): Headers => {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return headers;
};

/** The endpoints of uploads in parts (tus 1.0.0). */
const createResumableController = ({ strapi }: { strapi: Core.Strapi }) => {
  const { stallSeconds } = botConfig(strapi).limits;
  const uploads = () => getResumableUploadService(strapi);

  const handle = async (ctx: Context): Promise<Handled> => {
    const hasBody = ctx.method === 'POST' || ctx.method === 'PATCH';
    // Between the two, so that what tus leaves unread stays with the request.
    const body = new PassThrough();
    // Whoever reads it is told of it there; with nobody, it would end the process.
    body.on('error', () => undefined);
    const init: RequestInit & { duplex: 'half' } = {
      method: ctx.method,
      headers: headersOf(ctx.req),
      duplex: 'half',
      ...(hasBody && { body: Readable.toWeb(body) }),
    };
    const request = new Request(new URL(ctx.path, 'http://site'), init);
    let handling: Promise<Handled> | undefined;
    try {
      return await whileSending(ctx, stallSeconds, () => {
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

  const finish = async (ctx: Context, id: string): Promise<void> => {
    const kept = await uploads().finish(id, clientGone(ctx.res), toKeptMaterial);
    send(ctx, await answerOf(strapi, kept));
  };

  const answer = async (ctx: Context): Promise<void> => {
    const { response, finished } = await handle(ctx);
    const headers = [...response.headers].filter(([name]) => !LEFT_OUT.test(name));
    ctx.status = response.status;
    ctx.set(Object.fromEntries(headers));
    const location = response.headers.get('location');
    if (location !== null) {
      const id = location.split('/').at(-1) ?? '';
      ctx.set('Location', getSiteService(strapi).absolute(`${ctx.path.replace(/\/$/, '')}/${id}`));
    }
    if (finished !== undefined) {
      await finish(ctx, finished);
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
      ctx.status = 200;
      ctx.set({ 'Tus-Resumable': '1.0.0', 'Cache-Control': 'no-store' });
      ctx.set({ 'Upload-Offset': length, 'Upload-Length': length });
    }
  };

  return {
    /** `POST /materials/resumable`: begins an upload; 201 with its `Location`. */
    create: answer,

    /** `HEAD`, `PATCH` and `DELETE /materials/resumable/:id`, as tus says. */
    async continue(ctx: Context): Promise<void> {
      uploads().assertId(ctx.params.id);
      await answer(ctx);
    },

    /**
     * `GET /materials/resumable/:id`: the material that the upload has become, 201; it becomes one
     * now if the process died before. `HEAD`: how much of it is there.
     */
    async get(ctx: Context): Promise<void> {
      uploads().assertId(ctx.params.id);
      await (ctx.method === 'HEAD' ? head(ctx) : finish(ctx, ctx.params.id));
    },
  };
};

export default createResumableController;
