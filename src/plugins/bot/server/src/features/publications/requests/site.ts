import type { Site } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { changeSettings } from '../../changes';
import { isSearched } from '../events';
import { createFieldsSchema, createMediaForm, planFields } from '../../fields';

/** The site's configuration of the interface. Call it after all types are registered. */
export const siteOf = (strapi: Core.Strapi): Site => {
  const { limits } = botConfig(strapi);
  const { fields } = planFields(strapi);
  return {
    limits: { ...limits, mediaCount: createMediaForm(strapi).most },
    changes: changeSettings.of(strapi),
    fields: createFieldsSchema(fields),
    relations: fields.filter(({ kind }) => kind === 'relation').map(({ name }) => name),
    hasSearch: isSearched.resolve(strapi),
  };
};
