import { Box, Typography } from '@strapi/design-system';

import { useText } from '../../core/texts/use-text';

import type { Removal } from './use-removals';

/** One removal that was given up: the files, how often it was tried, and what storage said. */
export const StuckRemoval = ({ removal }: { removal: Removal }) => {
  const { say, when } = useText();
  const { objects, attempts, lastError, stuckSince } = removal;
  const names = objects.map(({ hash, ext }) => hash + ext);
  const [name = ''] = names;
  const since = stuckSince ? when(stuckSince) : '';

  return (
    <Box tag="li">
      <Typography
        tag="p"
        fontWeight="bold"
        title={names.join('\n')}
        style={{ overflowWrap: 'anywhere' }}
      >
        {names.length > 1 ? say('removals.name-and-more', { name, count: names.length - 1 }) : name}
      </Typography>
      <Typography tag="p" textColor="neutral600">
        {say('removals.tries', { count: attempts, since })}
      </Typography>
      <Typography tag="p" textColor="danger600">
        {lastError ?? say('removals.no-reason')}
      </Typography>
    </Box>
  );
};
