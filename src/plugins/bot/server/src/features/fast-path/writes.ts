import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import type { Write, WritePhases } from '../../core/writes/phases';

import { getDocumentWriter } from './document-writer';
import { isEligibleType } from './eligibility';

/** What the bot asks with, in the order of the alphabet. Whatever else is asked for is Strapi's to do. */
const ASKED = {
  create: ['data'],
  update: ['data', 'documentId'],
  publish: ['documentId'],
  unpublish: ['documentId', 'populate'],
  delete: ['documentId'],
};

const isKnown = (action: string): action is keyof typeof ASKED => action in ASKED;

/**
 * Does the bot's writes itself, where Strapi's generic steps would find nothing more to do. Middlewares of the site and
 * of other plugins see each write as ever. What it is asked for must be just what it can do: calls with other
 * parameters, such as the panel's, go on to Strapi.
 */
export const createFastPath = (strapi: Core.Strapi): WritePhases => {
  const { contentType } = botConfig(strapi);

  const write = async ({ action, params }: Write): Promise<unknown> => {
    if (!isKnown(action) || !_.isEqual(Object.keys(params).sort(), ASKED[action])) {
      return undefined;
    }
    const isWhole = action !== 'unpublish' || Reflect.get(params, 'populate') === '*';
    return isWhole ? getDocumentWriter(strapi)[action](params as never) : undefined;
  };

  return isEligibleType(strapi, contentType) ? { write } : {};
};
