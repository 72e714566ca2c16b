import { Box, Button, Field, Flex, Toggle, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';

import { useText } from '../../core/texts/use-text';

import { AskFirst } from '../../core/components/confirm-button';
import { Card } from '../../core/components/card';
import type { State } from '../../core/bot-page/site-state';
import { useAction } from '../../core/http/use-action';

interface Props {
  switches: State['switches'];
  again: () => Promise<void>;
}

/** What administrators can switch. */
export const SwitchesTab = ({ switches, again }: Props) => {
  const { say, when } = useText();
  const { put } = useFetchClient();
  const { isBusy, run } = useAction(again);
  const { pause, protectEditors, protectEditorsConfigured } = switches;

  const change = (changed: { paused?: boolean; protectEditors?: boolean | null }) =>
    void run(() => put('/bot/overview/switches', changed), say('page.switches.saved'));

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Card title={say('page.switches.pause')}>
        <Typography>{say('page.switches.pause.says')}</Typography>
        {pause === null ? (
          <Box>
            <AskFirst
              question={say('page.switches.pause.ask')}
              action={say('page.switches.pause')}
              onConfirm={() => change({ paused: true })}
            >
              {say('page.switches.pause')}
            </AskFirst>
          </Box>
        ) : (
          <Flex gap={3} wrap="wrap">
            <Typography fontWeight="bold">
              {say('page.switches.paused', {
                at: when(pause.since),
                by: pause.by ?? say('page.who.editor'),
              })}
            </Typography>
            <Button disabled={isBusy} onClick={() => change({ paused: false })}>
              {say('page.switches.go-on')}
            </Button>
          </Flex>
        )}
      </Card>
      <Card title={say('page.switches.protect')}>
        <Field.Root
          name="protectEditors"
          hint={say(
            protectEditors === null ? 'page.switches.as-configured' : 'page.switches.by-switch'
          )}
        >
          <Field.Label>{say('page.switches.protect.says')}</Field.Label>
          <Toggle
            onLabel={say('page.switches.on')}
            offLabel={say('page.switches.off')}
            checked={protectEditors ?? protectEditorsConfigured}
            disabled={isBusy}
            onChange={({ target }) => change({ protectEditors: target.checked })}
          />
          <Field.Hint />
        </Field.Root>
        {protectEditors !== null && (
          <Box>
            <Button
              variant="tertiary"
              size="S"
              disabled={isBusy}
              onClick={() => change({ protectEditors: null })}
            >
              {say('page.switches.configured')}
            </Button>
          </Box>
        )}
      </Card>
    </Flex>
  );
};
