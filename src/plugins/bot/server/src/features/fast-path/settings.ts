import { z } from '@strapi/utils';

import { defineSettings } from '../../core/settings';

/**
 * Whether plain works of the bot are written in few statements, under the versions of Strapi that this was compared
 * with; `false` leaves each write to Strapi.
 */
export const fastPathSettings = defineSettings('fastPath', z.boolean(), true);
