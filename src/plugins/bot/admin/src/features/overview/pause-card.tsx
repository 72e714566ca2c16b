import { Box, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';

import { usePauseText, useSiteState } from '../../core/bot-page/site-state';
import { ActionButton } from '../../core/components/action-button';
import { Card } from '../../core/components/card';
import { useText } from '../../core/texts/texts';

/** A card with a button that pauses or resumes the bot. */
export default function PauseCard() {
  const { t } = useText();
  const { put } = useFetchClient();
  const { reload } = useSiteState();
  const paused = usePauseText();
  const isPaused = paused !== undefined;
  return (
    <Card title={t('page.settings.pause')}>
      <Typography>{t('page.settings.pause.says')}</Typography>
      {isPaused && <Typography fontWeight="bold">{paused}</Typography>}
      <Box>
        <ActionButton
          key={paused}
          variant={isPaused ? 'default' : 'danger-light'}
          label={t(isPaused ? 'page.settings.resume' : 'page.settings.pause')}
          confirmation={isPaused ? undefined : t('page.settings.pause.ask')}
          request={() => put('/bot/overview/switches', { paused: !isPaused })}
          successMessage={t('page.settings.saved')}
          onSettled={reload}
        />
      </Box>
    </Card>
  );
}
