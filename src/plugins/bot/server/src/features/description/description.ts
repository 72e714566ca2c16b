import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { getSiteService } from '../../core/http';
import { getInterfaceService } from '../../core/feature';
import { serviceOf } from '../../core/service';
import { acceptedTypesOf } from '../materials';
import { siteOf } from '../publications';

import { createDocument } from './document';
import { apiOf, limitsOf } from './site-facts';

/** Provides the OpenAPI description of the interface. Created on first use and cached until the site stops. */
export const createDescriptionService = ({ strapi }: { strapi: Core.Strapi }) => {
  const document = _.once((): object => {
    const { operations, features } = getInterfaceService(strapi);
    return createDocument({
      api: apiOf(strapi),
      name: getSiteService(strapi).name,
      site: siteOf(strapi),
      operations: operations(),
      hasWebhooks: features().includes('webhooks'),
      facts: { limits: limitsOf(strapi), acceptedTypes: acceptedTypesOf(strapi) },
    });
  });

  return {
    document,

    /** The JSON text of the OpenAPI description, and its entity tag. */
    sent: _.once(() => {
      const text = JSON.stringify(document());
      return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
    }),
  };
};

export const getDescriptionService = serviceOf<typeof createDescriptionService>('description');
