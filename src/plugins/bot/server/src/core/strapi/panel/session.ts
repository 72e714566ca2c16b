/*
 * Relies on: the undocumented `strapi.sessionManager` of Strapi 5.54
 * Breaks if: Strapi renames it or `validateAccessToken`
 * Checked by: `tests/panel/an-editors-day.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { hasMethods, type Probe } from '../probe';

interface SessionManager {
  (origin: 'admin'): { validateAccessToken(token: string): { isValid: boolean } };
}

/** Whether a header contains an unexpired token of the panel. Not for confidential data: it queries no database. */
export const hasPanelToken = (strapi: Core.Strapi, authorization: string | undefined): boolean => {
  const token = /^bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const manager = strapi.sessionManager as SessionManager | undefined;
  return token !== undefined && manager?.('admin').validateAccessToken(token).isValid === true;
};

export const PANEL_SESSIONS: Probe = {
  name: "the panel's news while a session is open",
  reliesOn: 'strapi.sessionManager of @strapi/core',
  isOptional: true,
  verify: (strapi) => {
    const manager = strapi.sessionManager as SessionManager;
    return (
      hasMethods(manager('admin'), 'validateAccessToken') && !hasPanelToken(strapi, 'bearer x')
    );
  },
};
