import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { DAY_MILLISECONDS } from '../../constants';

/**
 * When what is deleted now goes for good. It is written down with each row, so that another setting, of
 * another instance or of tomorrow, does not change it.
 */
export const goesAt = (strapi: Core.Strapi): Date =>
  new Date(Date.now() + botConfig(strapi).trash.days * DAY_MILLISECONDS);
