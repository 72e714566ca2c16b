import { OPERATIONS, type Operation, type Site } from '@fleet-bot/protocol';
import type { Context } from 'koa';
import _ from 'lodash';
import { z } from 'zod';

import type { OperationRequest } from './operation';
import type { Arguments } from './permissions';
import type { Tool } from './tools';

const text = (description: string) => z.string().describe(description);

/** Tool arguments, keyed by the path parameter, header or query parameter of the bot's API that they replace. */
const WORDS = {
  id: text('The id of the publication'),
  'If-Match': text('An etag: only if nobody has changed it since').optional(),
  'Idempotency-Key': text('Makes a retry safe: the same with each try of one call').optional(),
  cursor: text('The next of the answer before: gives the page after it').optional(),
  limit: z.int().positive().optional().describe('Items on a page'),
};

/**
 * Derives an MCP tool from an operation of the bot's API: input, output, hints, and the conversion of arguments and
 * answers.
 * @param publishTool name of Strapi's own tool that publishes documents
 */
export const createForm = (tool: Tool, publishTool: string) => {
  const operation: Operation = OPERATIONS[tool.operation];
  const { params, query, headers, body, answers, method, summary } = operation;
  const isRead = method === 'GET';
  const answer = Object.values(answers)[0];

  const toolDescription =
    typeof tool.description === 'function' ? tool.description(publishTool) : tool.description;

  return {
    description: toolDescription ?? summary,
    annotations: {
      ...{ readOnlyHint: isRead, idempotentHint: isRead },
      ...{ destructiveHint: false, openWorldHint: false, ...tool.annotations },
    },

    input: (site: Site): z.ZodObject => {
      const bodySchema = body?.['application/json']?.(site) as z.ZodObject | undefined;
      const requested = isRead ? query?.(site).shape : (tool.input ?? bodySchema?.shape);
      const words = _.pick(WORDS, Object.keys({ ...params, ...headers, ...requested }));
      return z.strictObject({
        ...requested,
        ..._.mapKeys(words, (_word, name) => _.camelCase(name)),
      });
    },

    /** The output schema: a list includes the cursor of the next page, a publication includes its etag. */
    output: z.looseObject({
      ...(answer?.body instanceof z.ZodArray
        ? {
            items: answer.body,
            next: text('The cursor of the next page; null on the last one').nullable(),
          }
        : (answer?.body as z.ZodObject).shape),
      ...(answer?.headers?.ETag && { etag: text('For ifMatch') }),
    }),

    requestOf: (requested: Arguments): OperationRequest => {
      const { id, ifMatch, idempotencyKey, ...others } = requested as OperationRequest & Arguments;
      const parameters = isRead
        ? { query: _.mapValues(others, String) }
        : { body: tool.body?.(others) ?? others };
      return { id, ifMatch, idempotencyKey, ...parameters };
    },

    resultOf: ({ body: answered, response }: Context): Record<string, unknown> => {
      const etag = response.get('ETag');
      const [, next] = /^<(.+?)>/.exec(response.get('Link')) ?? [];
      return Array.isArray(answered)
        ? { items: answered, next: next ? new URL(next).searchParams.get('cursor') : null }
        : { ...(answered as object), ...(etag && { etag }) };
    },
  };
};
