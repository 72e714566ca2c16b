import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../core/constants';
import { createActorOf } from '../../core/strapi/actor';

/**
 * Ends the lease of a file that a person, or another program with a token of Strapi's, changes or
 * replaces in the Media Library: from then on it is theirs.
 */
export const endLeaseOnAdoption = (strapi: Core.Strapi): void => {
  const actorOf = createActorOf(strapi);
  const adopt = ({ params }: { params: { data?: object } }): void => {
    if (['editor', 'api'].includes(actorOf().who) && params.data !== undefined) {
      Object.assign(params.data, { botLeasedAt: null });
    }
  };
  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    beforeUpdate: adopt,
    beforeUpdateMany: adopt,
  });
};
