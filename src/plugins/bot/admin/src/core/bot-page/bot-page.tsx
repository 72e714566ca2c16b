import { Alert, Box, Tabs } from '@strapi/design-system';
import { Layouts, Page, useRBAC } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

import { PERMISSIONS } from '../permissions';
import { useText } from '../texts/use-text';

import { FilesTab } from '../../features/materials/files-tab';
import { ReviewTab } from '../../features/overview/review-tab';
import { TrashTab } from '../../features/trash/trash-tab';
import { useSiteState } from './site-state';
import { StateTab } from '../../features/overview/state/tab';
import { SwitchesTab } from '../../features/overview/switches-tab';
import { TodayTab } from '../../features/overview/today/tab';

const TABS = ['state', 'today', 'review', 'files', 'trash', 'switches'] as const;
type Tab = (typeof TABS)[number];

const BotPage = () => {
  const { say, when } = useText();
  const [parameters, setParameters] = useSearchParams();
  const { data: state, failed, again } = useSiteState();
  const { allowedActions, isLoading } = useRBAC([
    ...PERMISSIONS.materials,
    ...PERMISSIONS.removals,
    ...PERMISSIONS.trash,
    ...PERMISSIONS.switches,
  ] as Parameters<typeof useRBAC>[0]);

  if (failed && state === undefined) return <Page.Error />;
  if (state === undefined || isLoading) return <Page.Loading />;

  const tabs: Record<Tab, ReactNode> = {
    state: <StateTab state={state} />,
    today: <TodayTab contentType={state.contentType} />,
    review: <ReviewTab contentType={state.contentType} />,
    files: (allowedActions.canMaterials || allowedActions.canRemovals) && <FilesTab />,
    trash: allowedActions.canTrash && <TrashTab contentType={state.contentType} />,
    switches: allowedActions.canSwitches && <SwitchesTab switches={state.switches} again={again} />,
  };
  const shown = TABS.filter((tab) => tabs[tab]);
  const asked = parameters.get('tab') as Tab | null;
  const current = shown.find((tab) => tab === asked) ?? 'state';
  const { pause } = state.switches;

  return (
    <Page.Main>
      <Page.Title>{say('page.title')}</Page.Title>
      <Layouts.Header
        title={say('page.title')}
        subtitle={say('page.subtitle', { site: state.site })}
      />
      <Layouts.Content>
        {pause !== null && (
          <Box paddingBottom={4}>
            <Alert
              variant="warning"
              closeLabel={say('page.cancel')}
              title={say('page.switches.pause')}
            >
              {say('page.switches.paused', {
                at: when(pause.since),
                by: pause.by ?? say('page.who.editor'),
              })}
            </Alert>
          </Box>
        )}
        <Tabs.Root
          variant="simple"
          value={current}
          onValueChange={(tab) => setParameters({ tab }, { replace: true })}
        >
          <Tabs.List aria-label={say('page.title')}>
            {shown.map((tab) => (
              <Tabs.Trigger key={tab} value={tab}>
                {say(`page.tab.${tab}`)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {shown.map((tab) => (
            <Tabs.Content key={tab} value={tab}>
              <Box paddingTop={4} paddingBottom={8}>
                {current === tab && tabs[tab]}
              </Box>
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </Layouts.Content>
    </Page.Main>
  );
};

/** The Bot page of the main menu. */
const ProtectedBotPage = () => (
  <Page.Protect permissions={PERMISSIONS.page}>
    <BotPage />
  </Page.Protect>
);

export default ProtectedBotPage;
