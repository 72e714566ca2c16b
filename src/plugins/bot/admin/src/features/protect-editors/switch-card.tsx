import { Box, Button, Field, Toggle } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';

import { useSiteState } from '../../core/bot-page/site-state';
import { Card } from '../../core/components/card';
import { useAction } from '../../core/http/use-action';
import { useText } from '../../core/texts/texts';

/** A card with the setting that protects editors' changes from the bot. */
export default function ProtectEditorsCard() {
  const { say } = useText();
  const { put } = useFetchClient();
  const { data: state, again } = useSiteState();
  const { isBusy, run } = useAction(again);
  if (state === undefined) return null;
  const { protectEditors, protectEditorsConfigured } = state.switches;
  /** Saves the setting; null returns to the site's configuration. */
  const change = (to: boolean | null): void =>
    void run(
      () => put('/bot/overview/switches', { protectEditors: to }),
      say('page.switches.saved')
    );
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
          onChange={({ target }) => change(target.checked)}
        />
        <Field.Hint />
      </Field.Root>
      {isSwitched && (
        <Box>
          <Button variant="tertiary" size="S" disabled={isBusy} onClick={() => change(null)}>
            {say('page.switches.configured')}
          </Button>
        </Box>
      )}
    </Card>
  );
}
