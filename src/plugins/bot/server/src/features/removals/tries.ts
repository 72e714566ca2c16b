import type { Core } from '@strapi/strapi';

import { getStorageService } from '../../core/storage';

/** Tries of what storage is asked for, about half a day of them. */
export const ATTEMPTS = 20;

const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 3_600;

/** The seconds until it is tried again. @param attempts tries that have failed */
export const nextTry = (attempts: number): number =>
  Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE);

/** @throws Error if bytes are with another provider than the site stores with now */
export const assertOwnProvider = (
  strapi: Core.Strapi,
  { provider }: { provider: string }
): void => {
  const configured = getStorageService(strapi).provider;
  if (provider !== configured) {
    throw new Error(`the bytes are with provider "${provider}", configured is "${configured}"`);
  }
};
