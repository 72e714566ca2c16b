import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/**
 * Whether the bot's simple publications are written with few statements, under supported versions of Strapi. `false`
 * leaves all writes to Strapi.
 */
export const fastPathSettings = defineSettings('fastPath', z.boolean(), true);
