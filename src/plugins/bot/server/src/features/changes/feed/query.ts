import type { BotConfig } from '../../../core/config';
import { decodeChangeCursor } from '../../../core/protocol/changes/cursor';
import { createQueryParser, pageLimit, single } from '../../../core/protocol/query-parameters';

/** Makes the parser of the query string of `GET /changes`. */
export const createFeedQueryParser = ({ changes }: Pick<BotConfig, 'changes'>) =>
  createQueryParser({
    /** Undefined for all that is kept. */
    after: single('after')
      .transform((text) => (text === 'latest' ? text : decodeChangeCursor(text)))
      .optional(),
    limit: pageLimit(changes.pageDefault, changes.pageMaximum),
  });
