import type { OperationId, SiteState } from '@fleet-bot/protocol';
import { Box, Flex, Link, Status, Typography } from '@strapi/design-system';
import upperFirst from 'lodash/upperFirst';
import { NavLink } from 'react-router-dom';

import { useSiteState } from '../../../core/bot-page/site-state';
import { Card, Fact } from '../../../core/components/card';
import { ListItem, List } from '../../../core/components/list-item';
import { SideBySide } from '../../../core/components/side-by-side';
import { startOfDay } from '../../../core/start-of-day';
import { useText } from '../../../core/texts/texts';

import { DailyBars, useDailyCounts } from './daily-bars';
import { isSilent, reasonOf, refusedSince } from './requests';

type StatusVariant = 'success' | 'warning' | 'danger';

const StatusBadge = ({ mood, children }: { mood: StatusVariant; children: string }) => (
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
  const { t } = useText();
  return (
    <Card title={t('page.token')}>
      <StatusBadge mood={token === 'set' ? 'success' : 'danger'}>
        {t(`page.token.${token}`)}
      </StatusBadge>
      {token === 'missing' && <Typography>{t('page.token.missing.do')}</Typography>}
      {isPreviousTokenAccepted && (
        <>
          <StatusBadge mood="warning">{t('page.token.previous')}</StatusBadge>
          <Typography>{t('page.token.previous.do')}</Typography>
        </>
      )}
    </Card>
  );
};

const Requests = (state: SiteState) => {
  const { t, formatDateTime } = useText();
  const { lastRequestAt, lastSuccessAt } = state.requests;
  return (
    <Card title={t('page.requests')}>
      {lastRequestAt === null ? (
        <Typography>{t('page.requests.none')}</Typography>
      ) : (
        <>
          <Fact name={t('page.requests.last')}>{formatDateTime(lastRequestAt)}</Fact>
          <Fact name={t('page.requests.success')}>
            {lastSuccessAt === null ? t('page.requests.never') : formatDateTime(lastSuccessAt)}
          </Fact>
        </>
      )}
      {isSilent(state) && <StatusBadge mood="warning">{t('page.requests.silent')}</StatusBadge>}
    </Card>
  );
};

const SystemStatus = ({ database, storage, workers, checks, leftOut }: SiteState) => {
  const { t } = useText();
  const isWorking = workers.late === 0 && workers.stuck === 0;
  const sign = (ok: boolean) => (
    <StatusBadge mood={ok ? 'success' : 'danger'}>{t(ok ? 'page.ok' : 'page.failing')}</StatusBadge>
  );
  return (
    <Card title={t('page.system')}>
      <Fact name={t('page.database', { name: database.client })}>{sign(database.ok)}</Fact>
      <Fact name={t('page.storage', { name: storage.provider })}>{sign(storage.ok)}</Fact>
      <Fact name={t(workers.here ? 'page.workers' : 'page.workers.elsewhere')}>
        {sign(isWorking)}
      </Fact>
      {(['late', 'stuck'] as const).map(
        (trouble) =>
          workers[trouble] > 0 && (
            <Typography key={trouble} textColor="danger700">
              {t(`page.workers.${trouble}`, { count: workers[trouble] })}
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
          {t('page.left-out', { names: leftOut.join('; ') })}
        </Typography>
      )}
    </Card>
  );
};

const Webhooks = ({ webhooks }: SiteState) => {
  const { t, formatDateTime } = useText();
  return (
    <Card title={t('page.webhooks')}>
      {webhooks.length === 0 && <Typography>{t('page.webhooks.none')}</Typography>}
      {webhooks.map(({ url, behind, waiting, dead, disabledAt }) => (
        <Fact key={url} name={url}>
          {disabledAt !== null ? (
            <StatusBadge mood="danger">
              {t('page.webhooks.off', { since: formatDateTime(disabledAt) })}
            </StatusBadge>
          ) : (
            <StatusBadge mood={dead > 0 ? 'danger' : waiting > 0 ? 'warning' : 'success'}>
              {t('page.webhooks.counts', { behind, waiting, dead })}
            </StatusBadge>
          )}
        </Fact>
      ))}
    </Card>
  );
};

/** A card with today's rejected requests: error codes, counts and reasons. */
const RejectedRequests = ({ requests }: SiteState) => {
  const { t, formatNumber } = useText();
  const refused = refusedSince(requests, startOfDay());
  return (
    <Card title={t('page.rejected')}>
      {refused.length === 0 && <Typography>{t('page.rejected.none')}</Typography>}
      <List>
        {refused.map(([code, count]) => (
          <ListItem
            key={code}
            title={
              <Link
                tag={NavLink}
                to={`?tab=activity&kind=request.refused&search=${encodeURIComponent(code)}`}
              >
                {`${formatNumber(count)} × ${code}`}
              </Link>
            }
            details={t(reasonOf(code))}
          />
        ))}
      </List>
    </Card>
  );
};

/** API operations, keyed by the last part of the text key (`page.permissions.*`) that describes them. */
const OPERATIONS = {
  read: ['listPublications', 'getPublication'],
  create: ['createPublication'],
  change: ['changePublication'],
  publish: ['publishPublication'],
  delete: ['deletePublication'],
  upload: ['uploadMaterial', 'beginUpload'],
} satisfies Record<string, OperationId[]>;

const Allowed = ({ allowed: { operations, limits }, switches }: SiteState) => {
  const { t, formatList, formatSize, formatNumber } = useText();
  const isPaused = switches.pause !== null;
  const isProtected = switches.protectEditors ?? switches.protectEditorsConfigured;
  const allowedActions = Object.entries(OPERATIONS)
    .filter(([, ids]) => ids.some((id) => operations.includes(id)))
    .map(([name]) => t(`page.permissions.${name as keyof typeof OPERATIONS}`));
  return (
    <Card title={t('page.permissions')}>
      {isPaused ? (
        <StatusBadge mood="warning">{t('page.permissions.nothing')}</StatusBadge>
      ) : (
        <Typography>{upperFirst(formatList(allowedActions))}</Typography>
      )}
      <Typography>
        {t(isProtected ? 'page.permissions.protected' : 'page.permissions.unprotected')}
      </Typography>
      <Fact name={t('page.permissions.file')}>{formatSize(limits.uploadBytes / 1_000)}</Fact>
      <Fact name={t('page.permissions.media')}>{formatNumber(limits.mediaCount)}</Fact>
      <Fact name={t('page.permissions.requests')}>
        {t('page.permissions.rate', {
          count: formatNumber(limits.requests),
          seconds: limits.requestSeconds,
        })}
      </Fact>
    </Card>
  );
};

const Addresses = ({ addresses }: SiteState) => {
  const { t } = useText();
  return (
    <Card title={t('page.addresses')}>
      <Fact name={t('page.addresses.api')}>{addresses.api}</Fact>
      <Fact name={t('page.addresses.health')}>{addresses.health}</Fact>
      {addresses.docs !== undefined && (
        <Fact name={t('page.addresses.docs')}>
          <Link href={addresses.docs} isExternal>
            {addresses.docs}
          </Link>
        </Fact>
      )}
    </Card>
  );
};

const LastDays = () => {
  const { t } = useText();
  const { data: days } = useDailyCounts();
  return days === undefined ? null : (
    <Card title={t('page.days')}>
      <DailyBars days={days} />
    </Card>
  );
};

/** The Status tab of the Bot page. */
export default function StatusTab() {
  const { data: state } = useSiteState();
  if (state === undefined) return null;
  return (
    <>
      <LastDays />
      <SideBySide width="45rem">
        {[Token, Requests, Allowed, SystemStatus, RejectedRequests, Webhooks].map((Part, index) => (
          <Part key={index} {...state} />
        ))}
      </SideBySide>
      <Addresses {...state} />
    </>
  );
}
