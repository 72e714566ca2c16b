import { isLongerThan, oneLine } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { fieldRefused } from '../../../core/strapi/errors';
import type { WritePhases } from '../../../core/writes/phases';

import { titleLimit } from './title-limit';

/**
 * Takes control characters out of a title, whoever writes it, and refuses one that has more
 * characters than its type allows, in the words of Strapi's own validator, which cannot count
 * characters.
 */
export const createTitleRule = (strapi: Core.Strapi): WritePhases => {
  const { title: name } = botConfig(strapi).attributes;

  return {
    complete({ params: { data } }) {
      const title = data?.[name];
      if (data !== undefined && typeof title === 'string') {
        const line = oneLine(title);
        const limit = titleLimit(strapi);
        if (isLongerThan(line, limit)) {
          throw fieldRefused([name], `${name} must be at most ${limit} characters`);
        }
        data[name] = line;
      }
    },
  };
};
