import type { Core } from '@strapi/strapi';

import type { Examination } from '../../../core/readiness';

import { createProgress } from './progress';

/** How far the index of the panel's search is. */
export const searchExamination = (strapi: Core.Strapi): Examination => {
  const progress = createProgress(strapi);
  return {
    name: 'search',
    seconds: 5,
    async examine() {
      const made = await progress.read();
      if (made === undefined) return ['ok', "Strapi's own search is enough"];
      return made.isFilled
        ? ['ok', 'The index of the search follows changes']
        : ['degraded', `The index of the search is being made; it is at row ${made.row}`];
    },
  };
};
