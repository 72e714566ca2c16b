import { Alert, Box, Tabs } from '@strapi/design-system';
import { Layouts, Page, useRBAC } from '@strapi/strapi/admin';
import upperFirst from 'lodash/upperFirst';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';

import { FlexColumn } from '../components/flex-column';

import { TABS, type BotPagePart } from '../feature';
import { PERMISSIONS } from '../permissions';
import { useText } from '../texts/texts';

import { usePauseText, useSiteState } from './site-state';

const Paused = () => {
  const { t } = useText();
  const paused = usePauseText();
  const [closed, setClosed] = useState<string>();
  return paused === undefined || paused === closed ? null : (
    <Box paddingBottom={4}>
      <Alert
        variant="warning"
        title={t('page.settings.is-paused')}
        closeLabel={t('page.close')}
        onClose={() => setClosed(paused)}
      >
        {paused}
      </Alert>
    </Box>
  );
};

/** The key that `useRBAC` gives an action: `canTrash` for `plugin::bot.trash`. */
const allowedKey = (action: string): string => `can${upperFirst(action.split('.').pop())}`;

/** The Bot page in the main menu, with the parts that the user's permissions allow. */
export const botPage = (all: readonly BotPagePart[]): ComponentType => {
  const parts = all.map((part) => ({ ...part, Component: lazy(part.load) }));
  const permissions = parts.flatMap((part) => part.permissions);

  const BotPage = () => {
    const { t } = useText();
    const { allowedActions, isLoading } = useRBAC(permissions);
    const [parameters, setParameters] = useSearchParams();
    const { data: state, hasFailed } = useSiteState();
    if (hasFailed && state === undefined) return <Page.Error />;
    if (state === undefined || isLoading) return <Page.Loading />;

    const shown = parts.filter((part) =>
      part.permissions.every(({ action }) => allowedActions[allowedKey(action)])
    );
    const tabs = TABS.filter((tab) => shown.some((part) => part.tab === tab));
    const current = tabs.find((tab) => tab === parameters.get('tab')) ?? tabs[0];

    return (
      <Page.Main>
        <Page.Title>{t('page.title')}</Page.Title>
        <Layouts.Header
          title={t('page.title')}
          subtitle={t('page.subtitle', { site: state.site })}
        />
        <Layouts.Content>
          <Paused />
          <Tabs.Root
            variant="simple"
            // Radix defaults to `ltr`, also in a panel that is `rtl`.
            dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}
            value={current}
            onValueChange={(tab) => setParameters({ tab }, { replace: true })}
          >
            <Tabs.List aria-label={t('page.title')} style={{ flexWrap: 'wrap' }}>
              {tabs.map((tab) => (
                <Tabs.Trigger key={tab} value={tab}>
                  {t(`page.tab.${tab}`)}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            {tabs.map((tab) => (
              <Tabs.Content key={tab} value={tab}>
                <Suspense fallback={<Page.Loading />}>
                  <FlexColumn gap={4} paddingTop={4} paddingBottom={8}>
                    {shown.map((part, index) => part.tab === tab && <part.Component key={index} />)}
                  </FlexColumn>
                </Suspense>
              </Tabs.Content>
            ))}
          </Tabs.Root>
        </Layouts.Content>
      </Page.Main>
    );
  };

  const ProtectedBotPage = () => (
    <Page.Protect permissions={PERMISSIONS.page}>
      <BotPage />
    </Page.Protect>
  );
  return ProtectedBotPage;
};
