import { z } from '@strapi/utils';

import type { BotConfig } from '../../../core/config';
import { MATERIAL_TYPES } from '../../../core/constants';
import { decodeMaterialCursor } from '../../../core/protocol/cursor';
import { createQueryParser, pageLimit, single } from '../../../core/protocol/query-parameters';
import { digest } from '../schema';

/** Makes the parser of the query string of `GET /materials`. */
export const createMaterialListQueryParser = ({ limits }: Pick<BotConfig, 'limits'>) =>
  createQueryParser({
    type: single('type')
      .pipe(z.enum(MATERIAL_TYPES, { error: `type must be one of ${MATERIAL_TYPES.join(', ')}` }))
      .optional(),
    attached: single('attached')
      .pipe(z.enum(['true', 'false'], { error: 'attached must be true or false' }))
      .transform((word) => word === 'true')
      .optional(),
    sha256: single('sha256').pipe(digest('sha256')).optional(),
    limit: pageLimit(limits.listDefault, limits.listMaximum),
    cursor: single('cursor').transform(decodeMaterialCursor).optional(),
  });
