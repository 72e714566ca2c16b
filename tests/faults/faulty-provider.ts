import type { Core } from '@strapi/strapi';

import { SiteError } from '../support/site';

type Action = (file: unknown) => Promise<unknown>;
type Mood = 'works' | 'throws' | 'hangs';

const METHODS = ['upload', 'uploadStream', 'delete'] as const;

/** Wraps the upload provider of a site, so that a test can control its behaviour. */
export const createFaultyProvider = () => {
  const mood: { store: Mood; remove: Mood } = { store: 'works', remove: 'works' };
  const waiting: (() => void)[] = [];

  const behave =
    (real: Action, kind: 'store' | 'remove'): Action =>
    async (file) => {
      if (mood[kind] === 'throws') throw new SiteError('The bucket says no');
      if (mood[kind] === 'hangs') await new Promise<void>((resolve) => waiting.push(resolve));
      return real(file);
    };

  return {
    mood,

    /** Lets all blocked calls continue. */
    release(): void {
      waiting.splice(0).forEach((resolve) => resolve());
    },

    /** Installs the wrapper in a site's `register` hook. */
    register(strapi: Core.Strapi): void {
      const { provider } = strapi.plugin('upload') as unknown as {
        provider: Record<string, Action>;
      };
      for (const method of METHODS) {
        const real = provider[method];
        if (real)
          provider[method] = behave(real.bind(provider), method === 'delete' ? 'remove' : 'store');
      }
      strapi.config.set('plugin::bot.limits.storageSeconds', 1);
    },
  };
};
