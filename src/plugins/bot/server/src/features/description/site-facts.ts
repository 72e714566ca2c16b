import { PROTOCOL_VERSION, type Greeting, type Handshake } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';
import { z } from 'zod';

import { runningVersion } from '../../core/additions/list';
import { botConfig } from '../../core/config';
import { PLUGIN_ID } from '../../core/constants';
import { getSiteService } from '../../core/http';
import { getInterfaceService } from '../../core/feature';
import { isLocalized, localesOf } from '../../core/strapi/locales';
import { acceptedTypesOf } from '../materials';
import { siteOf } from '../publications';

/** Absolute base URL of the plugin's HTTP API on this site, such as `https://example.org/api/bot`. */
export const apiOf = (strapi: Core.Strapi): string =>
  getSiteService(strapi).absolute(`${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}`);

/** Limits that a bot must respect. */
export const limitsOf = (strapi: Core.Strapi): Handshake['limits'] => {
  const { limits, rateLimit, connections } = botConfig(strapi);
  return {
    ..._.pick(limits, 'listDefault', 'listMaximum', 'titleLength', 'bodyBytes', 'jsonBytes'),
    ..._.pick(limits, 'uploadBytes', 'imageBytes', 'imagePixels'),
    mediaCount: siteOf(strapi).limits.mediaCount,
    ..._.pick(rateLimit, 'requests', 'requestSeconds'),
    requestTimeoutSeconds: connections.requestSeconds,
  };
};

/** Answer of the root endpoint to an unauthenticated client. */
export const greetingOf = (strapi: Core.Strapi): Greeting => ({
  site: getSiteService(strapi).name,
  protocol: PROTOCOL_VERSION,
});

type FieldSchemas = Handshake['fields'];

/** Answer of the root endpoint to a client with a valid token. */
export const handshakeOf = async (strapi: Core.Strapi): Promise<Handshake> => {
  const { contentType } = botConfig(strapi);
  const { properties } = z.toJSONSchema(siteOf(strapi).fields, { io: 'input', reused: 'inline' });
  return {
    ...greetingOf(strapi),
    adapter: runningVersion(),
    strapi: String(strapi.config.get('info.strapi')),
    time: new Date().toISOString(),
    addresses: { api: apiOf(strapi), publication: getSiteService(strapi).pattern },
    languages: isLocalized(strapi, contentType) ? await localesOf(strapi) : [],
    features: getInterfaceService(strapi).features(),
    limits: limitsOf(strapi),
    acceptedTypes: acceptedTypesOf(strapi),
    fields: properties as FieldSchemas,
  };
};
