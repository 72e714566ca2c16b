import type { OperationId, SiteState } from '@fleet-bot/protocol';
import { Box, Flex, Link, Status, Typography } from '@strapi/design-system';
import upperFirst from 'lodash/upperFirst';
import { NavLink } from 'react-router-dom';

import { useSiteState } from '../../../core/bot-page/site-state';
import { Card, Fact } from '../../../core/components/card';
import { Item, List } from '../../../core/components/item';
import { SideBySide } from '../../../core/components/side-by-side';
import { startOfDay } from '../../../core/start-of-day';
import { useText } from '../../../core/texts/texts';

import { isSilent, reasonOf, refusedSince } from './requests';

type Mood = 'success' | 'warning' | 'danger';

const Sign = ({ mood, children }: { mood: Mood; children: string }) => (
  <Box>
    <Status variant={mood} size="S">
      <Flex gap={2}>
        {/* The dark theme gives all status badges the same background. */}
        <Box aria-hidden background={`${mood}600`} borderRadius="50%" padding={1} />
        <Typography textColor="neutral800">{children}</Typography>
      </Flex>
    </Status>
  </Box>
);

const Token = ({ token, isPreviousTokenAccepted }: SiteState) => {
  const { say } = useText();
  return (
    <Card title={say('page.token')}>
      <Sign mood={token === 'set' ? 'success' : 'danger'}>{say(`page.token.${token}`)}</Sign>
      {token === 'missing' && <Typography>{say('page.token.missing.do')}</Typography>}
      {isPreviousTokenAccepted && (
        <>
          <Sign mood="warning">{say('page.token.previous')}</Sign>
          <Typography>{say('page.token.previous.do')}</Typography>
        </>
      )}
    </Card>
  );
};

const Requests = (state: SiteState) => {
  const { say, when } = useText();
  const { lastRequestAt, lastSuccessAt } = state.requests;
  return (
    <Card title={say('page.requests')}>
      {lastRequestAt === null ? (
        <Typography>{say('page.requests.none')}</Typography>
      ) : (
        <>
          <Fact name={say('page.requests.last')}>{when(lastRequestAt)}</Fact>
          <Fact name={say('page.requests.success')}>
            {lastSuccessAt === null ? say('page.requests.never') : when(lastSuccessAt)}
          </Fact>
        </>
      )}
      {isSilent(state) && <Sign mood="warning">{say('page.requests.silent')}</Sign>}
    </Card>
  );
};

const Parts = ({ database, storage, workers, checks, leftOut }: SiteState) => {
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
      {(['late', 'stuck'] as const).map(
        (trouble) =>
          workers[trouble] > 0 && (
            <Typography key={trouble} textColor="danger700">
              {say(`page.workers.${trouble}`, { count: workers[trouble] })}
            </Typography>
          )
      )}
      {checks
        .filter(({ status }) => status !== 'ok')
        .map(({ name, status, message }) => (
          <Typography key={name} textColor={status === 'failed' ? 'danger700' : 'warning700'}>
            {name}: {message}
          </Typography>
        ))}
      {leftOut.length > 0 && (
        <Typography textColor="warning700">
          {say('page.left-out', { names: leftOut.join('; ') })}
        </Typography>
      )}
    </Card>
  );
};

const Webhooks = ({ webhooks }: SiteState) => {
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

/** A card with today's rejected requests: error codes, counts and reasons. */
const Refusals = ({ requests }: SiteState) => {
  const { say, number } = useText();
  const refused = refusedSince(requests, startOfDay());
  return (
    <Card title={say('page.refused')}>
      {refused.length === 0 && <Typography>{say('page.refused.none')}</Typography>}
      <List>
        {refused.map(([code, count]) => (
          <Item
            key={code}
            title={
              <Link
                tag={NavLink}
                to={`?tab=today&kind=request.refused&search=${encodeURIComponent(code)}`}
              >
                {`${number(count)} × ${code}`}
              </Link>
            }
            said={say(reasonOf(code))}
          />
        ))}
      </List>
    </Card>
  );
};

/** The operations of the API, grouped as they are named in the panel. */
const OPERATIONS = {
  read: ['listPublications', 'getPublication'],
  create: ['createPublication'],
  change: ['changePublication'],
  publish: ['publishPublication'],
  delete: ['deletePublication'],
  upload: ['uploadMaterial', 'beginUpload'],
} satisfies Record<string, OperationId[]>;

const Allowed = ({ allowed: { operations, limits }, switches }: SiteState) => {
  const { say, list, size, number } = useText();
  const isPaused = switches.pause !== null;
  const isProtected = switches.protectEditors ?? switches.protectEditorsConfigured;
  const may = Object.entries(OPERATIONS)
    .filter(([, ids]) => ids.some((id) => operations.includes(id)))
    .map(([name]) => say(`page.may.${name as keyof typeof OPERATIONS}`));
  return (
    <Card title={say('page.may')}>
      {isPaused ? (
        <Sign mood="warning">{say('page.may.nothing')}</Sign>
      ) : (
        <Typography>{upperFirst(list(may))}</Typography>
      )}
      <Typography>{say(isProtected ? 'page.may.protected' : 'page.may.unprotected')}</Typography>
      <Fact name={say('page.may.file')}>{size(limits.uploadBytes / 1_000)}</Fact>
      <Fact name={say('page.may.media')}>{number(limits.mediaCount)}</Fact>
      <Fact name={say('page.may.requests')}>
        {say('page.may.rate', { count: number(limits.requests), seconds: limits.requestSeconds })}
      </Fact>
    </Card>
  );
};

const Addresses = ({ addresses }: SiteState) => {
  const { say } = useText();
  return (
    <Card title={say('page.addresses')}>
      <Fact name={say('page.addresses.api')}>{addresses.api}</Fact>
      <Fact name={say('page.addresses.health')}>{addresses.health}</Fact>
      {addresses.docs !== undefined && (
        <Fact name={say('page.addresses.docs')}>
          <Link href={addresses.docs} isExternal>
            {addresses.docs}
          </Link>
        </Fact>
      )}
    </Card>
  );
};

/** The Status tab of the Bot page. */
export default function StateTab() {
  const { data: state } = useSiteState();
  if (state === undefined) return null;
  return (
    <>
      <SideBySide width="45rem">
        {[Token, Requests, Allowed, Parts, Refusals, Webhooks].map((Part, index) => (
          <Part key={index} {...state} />
        ))}
      </SideBySide>
      <Addresses {...state} />
    </>
  );
}
