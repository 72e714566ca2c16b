import type { Modules } from '@strapi/strapi';

/** A middleware of Strapi's document service. */
export type DocumentMiddleware = Modules.Documents.Middleware.Middleware;
