import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';

import { text } from '../text';

import { useKeptText } from './use-kept-text';

/** Under the buttons of the edit view: offers what was typed here and not saved. */
export const KeptTextNotice = () => {
  const intl = useIntl();
  const { offer, putBack, throwAway } = useKeptText();
  if (offer === undefined) return null;
  const at = intl.formatDate(offer.at, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Box
      role="status"
      background="warning100"
      borderColor="warning200"
      hasRadius
      padding={3}
      width="100%"
    >
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Typography textColor="neutral800">
          {intl.formatMessage(text('kept.offer'), { at })}
        </Typography>
        <Flex gap={2} wrap="wrap">
          <Button variant="secondary" onClick={putBack}>
            {intl.formatMessage(text('kept.put-back'))}
          </Button>
          <Button variant="tertiary" onClick={throwAway}>
            {intl.formatMessage(text('kept.throw-away'))}
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
};
