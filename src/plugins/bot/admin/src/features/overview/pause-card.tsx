import { Box, Button, Flex, Typography } from '@strapi/design-system';

import { useSwitches } from '../../core/bot-page/use-switches';
import { Card } from '../../core/components/card';
import { ConfirmButton } from '../../core/components/confirm-button';

import { useText } from './texts';

/** Pauses the bot, and lets it go on. */
export const PauseCard = () => {
  const { say, when } = useText();
  const { switches, isBusy, change } = useSwitches();
  if (switches === undefined) return null;
  return (
    <Card title={say('page.switches.pause')}>
      <Typography>{say('page.switches.pause.says')}</Typography>
      {switches.pause === null ? (
        <Box>
          <ConfirmButton
            question={say('page.switches.pause.ask')}
            onConfirm={() => change({ paused: true })}
          >
            {say('page.switches.pause')}
          </ConfirmButton>
        </Box>
      ) : (
        <Flex gap={3} wrap="wrap">
          <Typography fontWeight="bold">
            {say('page.switches.paused', {
              at: when(switches.pause.since),
              by: switches.pause.by ?? say('page.who.editor'),
            })}
          </Typography>
          <Button disabled={isBusy} onClick={() => change({ paused: false })}>
            {say('page.switches.go-on')}
          </Button>
        </Flex>
      )}
    </Card>
  );
};
