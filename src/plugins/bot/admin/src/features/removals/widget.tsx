import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { Widget } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';

import { text } from '../../core/texts/text';

import { StuckRemoval } from './stuck-removal';
import { useRemovals, type Removal } from './use-removals';

/** The server tells of so many removals of each kind at most. */
const SHOWN = 20;

/**
 * An upload writes its removal before its bytes, due in an hour, and takes it back at its end.
 * Until then it is a running upload and no file that waits.
 */
const isRunningUpload = ({ attempts, dueAt }: Removal): boolean =>
  attempts === 0 && new Date(dueAt) > new Date();

/** On the panel's homepage: what storage has yet to forget, and what it refuses to. */
export const RemovalsWidget = () => {
  const intl = useIntl();
  const { overview, failed, isRetrying, retry } = useRemovals();
  if (failed) return <Widget.Error />;
  if (overview === undefined) return <Widget.Loading />;

  const { stuck } = overview;
  const waiting = overview.waiting.filter((removal) => !isRunningUpload(removal));
  if (waiting.length === 0 && stuck.length === 0) {
    return <Widget.NoData>{intl.formatMessage(text('removals.none'))}</Widget.NoData>;
  }

  const count = waiting.reduce((sum, { objects }) => sum + objects.length, 0);
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      {count > 0 && (
        <Typography textColor="neutral800">
          {intl.formatMessage(
            text(waiting.length === SHOWN ? 'removals.waiting-more' : 'removals.waiting'),
            { count }
          )}
        </Typography>
      )}
      {stuck.length > 0 && (
        <>
          <Typography textColor="neutral800">
            {intl.formatMessage(text('removals.stuck'))}
          </Typography>
          <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
            {stuck.map((removal) => (
              <StuckRemoval key={removal.id} removal={removal} />
            ))}
          </Flex>
          <Box>
            <Button
              variant="secondary"
              startIcon={<ArrowClockwise />}
              loading={isRetrying}
              onClick={retry}
            >
              {intl.formatMessage(text('removals.retry'))}
            </Button>
          </Box>
        </>
      )}
    </Flex>
  );
};
