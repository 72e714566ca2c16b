import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../config';
import type { DocumentMiddleware } from '../../strapi/document-middleware';
import { isLocalized } from '../locales';

import { asksForAll } from './asked';
import { createPublicationCount } from './count';

/** Where the panel reads its lists. */
const OF_THE_PANEL = /^\/content-manager\//;

/** Answers the panel, which asks with each page of its list how many works there are. */
export const createPanelCount = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);
  const count = _.once(() => createPublicationCount(strapi));
  const isPanel = (): boolean => OF_THE_PANEL.test(strapi.requestContext.get()?.path ?? '');
  // A count of its own goes on behind the request, where a transaction would have ended.
  return (context, next) =>
    context.uid === contentType &&
    context.action === 'count' &&
    isPanel() &&
    !strapi.db.inTransaction() &&
    !isLocalized(strapi, contentType) &&
    asksForAll(context.params)
      ? count()()
      : next();
};
