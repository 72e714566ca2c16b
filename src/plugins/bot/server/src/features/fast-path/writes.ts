import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import type { Write, WritePhases } from '../../core/writes/phases';

import { getDocumentWriter } from './document-writer';
import { getFastPathVerdict } from './verification/verdict';

/**
 * Parameter names of the bot's writes, in alphabetical order, by action. Calls with other parameters are left to
 * Strapi.
 */
const ASKED = {
  create: ['data'],
  update: ['data', 'documentId'],
  publish: ['documentId'],
  unpublish: ['documentId', 'populate'],
  delete: ['documentId'],
};

const isKnown = (action: string): action is keyof typeof ASKED => action in ASKED;

/**
 * Performs the bot's writes instead of Strapi, once a comparison has shown that the result is the same. Middlewares of
 * the site and other plugins run as usual. Calls with other parameters, such as the panel's, are left to Strapi.
 */
export const createFastPath = (strapi: Core.Strapi): WritePhases => {
  const verdict = getFastPathVerdict(strapi);

  const write = async ({ action, params }: Write): Promise<unknown> => {
    if (
      !verdict.isEqual() ||
      !isKnown(action) ||
      !_.isEqual(Object.keys(params).sort(), ASKED[action])
    ) {
      return undefined;
    }
    const isWhole = action !== 'unpublish' || Reflect.get(params, 'populate') === '*';
    return isWhole ? getDocumentWriter(strapi)[action](params as never) : undefined;
  };

  return verdict.isWanted() ? { write } : {};
};
