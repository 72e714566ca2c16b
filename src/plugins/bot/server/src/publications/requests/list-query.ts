import { z } from '@strapi/utils';

import type { BotConfig } from '../../config';
import { LISTED_STATUSES } from '../../constants';
import { decodeCursor } from '../../protocol/cursor';
import { createQueryParser, pageLimit, single } from '../../protocol/query-parameters';
import { externalId } from '../details/external-id';
import { moment } from '../details/schedule';

/** Makes the parser of the query string of `GET /publications`. */
export const createListQueryParser = ({ limits }: Pick<BotConfig, 'limits'>) =>
  createQueryParser({
    status: single('status')
      .pipe(
        z.enum(LISTED_STATUSES, {
          error: `status must be one of ${LISTED_STATUSES.join(', ')}`,
        })
      )
      .optional(),
    externalId: single('externalId').pipe(externalId).optional(),
    createdAfter: single('createdAfter').pipe(moment('createdAfter')).optional(),
    createdBefore: single('createdBefore').pipe(moment('createdBefore')).optional(),
    updatedAfter: single('updatedAfter').pipe(moment('updatedAfter')).optional(),
    include: single('include')
      .pipe(z.literal('fields', { error: 'include must be fields' }))
      .optional(),
    limit: pageLimit(limits.listDefault, limits.listMaximum),
    cursor: single('cursor').transform(decodeCursor).optional(),
  });
