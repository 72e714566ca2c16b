import type { Core } from '@strapi/strapi';

export default {
  rest: { defaultLimit: 25, maxLimit: 100, withCount: true },
} satisfies Core.Config.Api;
