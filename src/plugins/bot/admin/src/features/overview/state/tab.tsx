import { Box, Flex, Grid, IconButton, Status, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useClipboard, useNotification } from '@strapi/strapi/admin';

import { useText } from '../../../core/texts/use-text';

import { Card, Fact } from '../../../core/components/card';
import { isSilent, type State } from '../../../core/bot-page/site-state';

import { Refusals } from './refusals';

type Mood = 'success' | 'warning' | 'danger';

const Sign = ({ mood, children }: { mood: Mood; children: string }) => (
  <Status variant={mood} size="S">
    <Typography textColor="neutral800">{children}</Typography>
  </Status>
);

const Copyable = ({ children }: { children: string }) => {
  const { say } = useText();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  const copyIt = async () => {
    await copy(children);
    toggleNotification({ type: 'success', message: say('page.copied') });
  };
  return (
    <Flex gap={2} alignItems="flex-start">
      <Box
        tag="code"
        background="neutral100"
        hasRadius
        padding={2}
        flex="1"
        style={{ overflowWrap: 'anywhere' }}
      >
        <Typography textColor="neutral800">{children}</Typography>
      </Box>
      <IconButton label={say('page.copy')} onClick={() => void copyIt()}>
        <Duplicate />
      </IconButton>
    </Flex>
  );
};

const Token = ({ state }: { state: State }) => {
  const { say } = useText();
  return (
    <Card title={say('page.token')}>
      {state.token === 'set' ? (
        <Box>
          <Sign mood="success">{say('page.token.set')}</Sign>
        </Box>
      ) : (
        <>
          <Box>
            <Sign mood="danger">{say('page.token.missing')}</Sign>
          </Box>
          <Typography>{say('page.token.missing.do')}</Typography>
        </>
      )}
      {state.isPreviousTokenAccepted && (
        <>
          <Box>
            <Sign mood="warning">{say('page.token.previous')}</Sign>
          </Box>
          <Typography>{say('page.token.previous.do')}</Typography>
        </>
      )}
    </Card>
  );
};

const Requests = ({ state }: { state: State }) => {
  const { say, when } = useText();
  const { lastRequestAt, lastSuccessAt } = state.requests;
  if (lastRequestAt === null) {
    return (
      <Card title={say('page.requests')}>
        <Typography>{say('page.requests.none')}</Typography>
      </Card>
    );
  }
  const never = say('page.requests.never');
  return (
    <Card title={say('page.requests')}>
      <Fact name={say('page.requests.last')}>
        <Typography>{when(lastRequestAt)}</Typography>
      </Fact>
      <Fact name={say('page.requests.success')}>
        <Typography>{lastSuccessAt === null ? never : when(lastSuccessAt)}</Typography>
      </Fact>
      {isSilent(state) && <Sign mood="warning">{say('page.requests.silent')}</Sign>}
    </Card>
  );
};

const Parts = ({ database, storage, workers }: State) => {
  const { say } = useText();
  const isWorking = workers.late === 0 && workers.stuck === 0;
  const sign = (ok: boolean) => (
    <Sign mood={ok ? 'success' : 'danger'}>{say(ok ? 'page.works' : 'page.works-not')}</Sign>
  );
  return (
    <Card title={say('page.parts')}>
      <Fact name={say('page.database', { name: database.client })}>{sign(database.ok)}</Fact>
      <Fact name={say('page.storage', { name: storage.provider })}>{sign(storage.ok)}</Fact>
      <Fact name={say(workers.here ? 'page.workers' : 'page.workers.elsewhere')}>
        {sign(isWorking)}
      </Fact>
      {workers.late > 0 && (
        <Typography textColor="danger700">
          {say('page.workers.late', { count: workers.late })}
        </Typography>
      )}
      {workers.stuck > 0 && (
        <Typography textColor="danger700">
          {say('page.workers.stuck', { count: workers.stuck })}
        </Typography>
      )}
    </Card>
  );
};

const Webhooks = ({ webhooks }: State) => {
  const { say, when } = useText();
  return (
    <Card title={say('page.webhooks')}>
      {webhooks.length === 0 && <Typography>{say('page.webhooks.none')}</Typography>}
      {webhooks.map(({ url, behind, waiting, dead, disabledAt }) => (
        <Fact key={url} name={url}>
          {disabledAt !== null ? (
            <Sign mood="danger">{say('page.webhooks.off', { since: when(disabledAt) })}</Sign>
          ) : (
            <Sign mood={dead > 0 ? 'danger' : waiting > 0 ? 'warning' : 'success'}>
              {say('page.webhooks.counts', { behind, waiting, dead })}
            </Sign>
          )}
        </Fact>
      ))}
    </Card>
  );
};

/** How things stand between the site and its bot. */
export const StateTab = ({ state }: { state: State }) => {
  const { say } = useText();
  const { addresses } = state;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Grid.Root gap={4} gridCols={12}>
        {[
          <Token key="token" state={state} />,
          <Requests key="requests" state={state} />,
          <Parts key="parts" {...state} />,
          <Webhooks key="webhooks" {...state} />,
        ].map((card) => (
          <Grid.Item key={card.key} col={6} s={12} xs={12} direction="column" alignItems="stretch">
            {card}
          </Grid.Item>
        ))}
      </Grid.Root>
      <Card title={say('page.refused')}>
        <Refusals requests={state.requests} />
      </Card>
      <Card title={say('page.addresses')}>
        <Fact name={say('page.addresses.api')}>
          <Typography>{addresses.api}</Typography>
        </Fact>
        <Fact name={say('page.addresses.health')}>
          <Typography>{addresses.health}</Typography>
        </Fact>
        <Typography>{say('page.try')}</Typography>
        <Copyable>{`curl -H "Authorization: Bearer $BOT_API_TOKEN" ${addresses.api}/publications`}</Copyable>
      </Card>
    </Flex>
  );
};
