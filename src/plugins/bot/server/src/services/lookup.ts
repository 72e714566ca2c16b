import type { Core } from '@strapi/strapi';

import type { BotConfig } from '../config';
import { PLUGIN_ID } from '../constants';

import type services from './index';

type Services = typeof services;

/** Finds a service of this plugin, with its type. */
export const getService = <Name extends keyof Services>(
  strapi: Core.Strapi,
  name: Name
): ReturnType<Services[Name]> => strapi.plugin(PLUGIN_ID).service(name);

/** The plugin's validated settings. */
export const botConfig = (strapi: Core.Strapi): BotConfig =>
  strapi.config.get(`plugin::${PLUGIN_ID}`);
