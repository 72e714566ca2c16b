import { Box, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';

import { text } from '../text';

import type { Removal } from './use-removals';

/** One removal that was given up: the files, how often it was tried, and what storage said. */
export const StuckRemoval = ({ removal }: { removal: Removal }) => {
  const intl = useIntl();
  const { objects, attempts, lastError, stuckSince } = removal;
  const names = objects.map(({ hash, ext }) => hash + ext);
  const [name = ''] = names;
  const since = stuckSince
    ? intl.formatDate(stuckSince, { dateStyle: 'medium', timeStyle: 'short' })
    : '';

  return (
    <Box tag="li">
      <Typography
        tag="p"
        fontWeight="bold"
        title={names.join('\n')}
        style={{ overflowWrap: 'anywhere' }}
      >
        {names.length > 1
          ? intl.formatMessage(text('removals.name-and-more'), { name, count: names.length - 1 })
          : name}
      </Typography>
      <Typography tag="p" textColor="neutral600">
        {intl.formatMessage(text('removals.tries'), { count: attempts, since })}
      </Typography>
      <Typography tag="p" textColor="danger600">
        {lastError ?? intl.formatMessage(text('removals.no-reason'))}
      </Typography>
    </Box>
  );
};
