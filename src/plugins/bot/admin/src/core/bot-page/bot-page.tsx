import { Alert, Box, Tabs } from '@strapi/design-system';
import { Layouts, Page, useRBAC } from '@strapi/strapi/admin';
import upperFirst from 'lodash/upperFirst';
import { lazy, Suspense, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';

import { Stack } from '../components/stack';

import { TABS, type BotPagePart } from '../feature';
import { PERMISSIONS } from '../permissions';
import { useText } from '../texts/texts';

import { usePauseText, useSiteState } from './site-state';

const Paused = () => {
  const { say } = useText();
  const paused = usePauseText();
  return paused === undefined ? null : (
    <Box paddingBottom={4}>
      <Alert variant="warning" closeLabel={say('page.cancel')} title={say('page.switches.pause')}>
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
    const { say } = useText();
    const { allowedActions, isLoading } = useRBAC(permissions);
    const [parameters, setParameters] = useSearchParams();
    const { data: state, failed } = useSiteState();
    if (failed && state === undefined) return <Page.Error />;
    if (state === undefined || isLoading) return <Page.Loading />;

    const shown = parts.filter((part) =>
      part.permissions.every(({ action }) => allowedActions[allowedKey(action)])
    );
    const tabs = TABS.filter((tab) => shown.some((part) => part.tab === tab));
    const current = tabs.find((tab) => tab === parameters.get('tab')) ?? tabs[0];

    return (
      <Page.Main>
        <Page.Title>{say('page.title')}</Page.Title>
        <Layouts.Header
          title={say('page.title')}
          subtitle={say('page.subtitle', { site: state.site })}
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
            <Tabs.List aria-label={say('page.title')} style={{ flexWrap: 'wrap' }}>
              {tabs.map((tab) => (
                <Tabs.Trigger key={tab} value={tab}>
                  {say(`page.tab.${tab}`)}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            {tabs.map((tab) => (
              <Tabs.Content key={tab} value={tab}>
                <Suspense fallback={<Page.Loading />}>
                  <Stack gap={4} paddingTop={4} paddingBottom={8}>
                    {shown.map((part, index) => part.tab === tab && <part.Component key={index} />)}
                  </Stack>
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
