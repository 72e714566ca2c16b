import { Box, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useFetchClient, Widget } from '@strapi/strapi/admin';

import { ActionButton } from '../../core/components/action-button';
import { ListItem, List } from '../../core/components/list-item';
import { FlexColumn } from '../../core/components/flex-column';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

/** A removal of stored files that no record owns any more: one file, or all files of one deletion. */
interface Removal {
  id: number;
  objects: { hash: string; ext: string }[];
  dueAt: string;
  attempts: number;
  lastError: string | null;
  failedAt: string | null;
}

/** The answer of `GET /bot/removals`: the oldest waiting removals and the oldest failed removals. */
interface Removals {
  waiting: Removal[];
  stuck: Removal[];
}

const ADDRESS = '/bot/removals';
/** The maximum number of waiting removals in an answer. The same maximum applies to failed removals. */
const SHOWN = 20;

/**
 * Whether a removal belongs to a running upload. An upload first stores a removal that is due in an hour, then writes
 * its bytes, and finally deletes the removal.
 */
const isRunningUpload = ({ attempts, dueAt }: Removal): boolean =>
  attempts === 0 && new Date(dueAt) > new Date();

/** A list entry for a failed removal: files, number of attempts, and error of the storage. */
const StuckRemoval = ({ removal }: { removal: Removal }) => {
  const { t, formatDateTime } = useText();
  const { objects, attempts, lastError, failedAt } = removal;
  const [name = '', ...others] = objects.map(({ hash, ext }) => hash + ext);
  return (
    <ListItem
      title={
        <span title={[name, ...others].join('\n')}>
          {others.length > 0 ? t('removals.name-and-more', { name, count: others.length }) : name}
        </span>
      }
      details={t('removals.tries', {
        count: attempts,
        since: failedAt ? formatDateTime(failedAt) : '',
      })}
    >
      <Typography textColor="danger600">{lastError ?? t('removals.no-reason')}</Typography>
    </ListItem>
  );
};

/** A homepage widget with pending and failed file removals. */
export default function RemovalsWidget() {
  const { t } = useText();
  const { post } = useFetchClient();
  const { data, hasFailed, reload } = useAnswer<Removals>(ADDRESS);
  if (data === undefined) return hasFailed ? <Widget.Error /> : <Widget.Loading />;

  const { stuck } = data;
  const waiting = data.waiting.filter((removal) => !isRunningUpload(removal));
  if (waiting.length === 0 && stuck.length === 0) {
    return <Widget.NoData>{t('removals.none')}</Widget.NoData>;
  }
  const count = waiting.reduce((sum, { objects }) => sum + objects.length, 0);
  return (
    <FlexColumn gap={4} width="100%">
      {count > 0 && (
        <Typography>
          {t(data.waiting.length === SHOWN ? 'removals.waiting-more' : 'removals.waiting', {
            count,
          })}
        </Typography>
      )}
      {stuck.length > 0 && (
        <>
          <Typography>{t('removals.stuck')}</Typography>
          <List>
            {stuck.map((removal) => (
              <StuckRemoval key={removal.id} removal={removal} />
            ))}
          </List>
          <Box>
            <ActionButton
              variant="secondary"
              startIcon={<ArrowClockwise />}
              label={t('removals.retry')}
              request={() => post(`${ADDRESS}/retry`)}
              successMessage={t('removals.retried')}
              onSettled={reload}
            />
          </Box>
        </>
      )}
    </FlexColumn>
  );
}
