import { Box, Button, Field, Toggle } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';

import { useSiteState } from '../../core/bot-page/site-state';
import { Card } from '../../core/components/card';
import { useAction } from '../../core/http/use-action';
import { useText } from '../../core/texts/texts';

/** A card with the setting that protects editors' changes from the bot. */
export default function ProtectEditorsCard() {
  const { t } = useText();
  const { put } = useFetchClient();
  const { data: state, reload } = useSiteState();
  const { isBusy, run } = useAction(reload);
  if (state === undefined) return null;
  const { protectEditors, protectEditorsConfigured } = state.switches;
  /** Saves whether editors' changes are protected; null returns to the site's configuration. */
  const change = (to: boolean | null): void =>
    void run(() => put('/bot/overview/switches', { protectEditors: to }), t('page.settings.saved'));
  const isSetHere = protectEditors !== null;
  return (
    <Card title={t('page.settings.protect')}>
      <Field.Root
        name="protectEditors"
        hint={t(isSetHere ? 'page.settings.by-switch' : 'page.settings.as-configured')}
      >
        <Field.Label>{t('page.settings.protect.says')}</Field.Label>
        <Toggle
          onLabel={t('page.settings.on')}
          offLabel={t('page.settings.off')}
          checked={protectEditors ?? protectEditorsConfigured}
          disabled={isBusy}
          onChange={({ target }) => change(target.checked)}
        />
        <Field.Hint />
      </Field.Root>
      {isSetHere && (
        <Box>
          <Button variant="tertiary" size="S" disabled={isBusy} onClick={() => change(null)}>
            {t('page.settings.configured')}
          </Button>
        </Box>
      )}
    </Card>
  );
}
