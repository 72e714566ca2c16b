import { Box, Button, Field, Toggle } from '@strapi/design-system';

import { useSwitches } from '../../core/bot-page/use-switches';
import { Card } from '../../core/components/card';

import { useText } from './texts';

/** Whether the bot may undo what editors have changed. */
export const ProtectEditorsCard = () => {
  const { say } = useText();
  const { switches, isBusy, change } = useSwitches();
  if (switches === undefined) return null;
  const { protectEditors, protectEditorsConfigured } = switches;
  const isSwitched = protectEditors !== null;
  return (
    <Card title={say('page.switches.protect')}>
      <Field.Root
        name="protectEditors"
        hint={say(isSwitched ? 'page.switches.by-switch' : 'page.switches.as-configured')}
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
      {isSwitched && (
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
  );
};
