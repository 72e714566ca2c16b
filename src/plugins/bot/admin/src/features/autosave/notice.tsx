import { Box, Button, Flex, Typography } from '@strapi/design-system';

import { useText } from '../../core/texts/use-text';

import { useKeptText } from './use-autosave';

/** Under the buttons of the edit view: offers what was typed here and not saved. */
export const KeptTextNotice = () => {
  const { say, when } = useText();
  const { offer, putBack, throwAway } = useKeptText();
  if (offer === undefined) return null;
  const at = when(offer.at);
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
        <Typography textColor="neutral800">{say('kept.offer', { at })}</Typography>
        <Flex gap={2} wrap="wrap">
          <Button variant="secondary" onClick={putBack}>
            {say('kept.put-back')}
          </Button>
          <Button variant="tertiary" onClick={throwAway}>
            {say('kept.throw-away')}
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
};
