import { Box, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useFetchClient, Widget } from '@strapi/strapi/admin';

import { ActionButton } from '../../core/components/action-button';
import { Item, List } from '../../core/components/item';
import { Stack } from '../../core/components/stack';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

/** Stored bytes without an owner, of one file or of all files of one deletion. */
interface Removal {
  id: number;
  objects: { hash: string; ext: string }[];
  dueAt: string;
  attempts: number;
  lastError: string | null;
  failedAt: string | null;
}

/** What `GET /bot/removals` tells: the oldest removals of each kind. */
interface Removals {
  waiting: Removal[];
  stuck: Removal[];
}

const ADDRESS = '/bot/removals';
/** The server tells of so many removals of each kind at most. */
const SHOWN = 20;

/**
 * An upload writes its removal before its bytes, due in an hour, and takes it back at its end.
 * Until then it is a running upload and no file that waits.
 */
const isRunningUpload = ({ attempts, dueAt }: Removal): boolean =>
  attempts === 0 && new Date(dueAt) > new Date();

/** One removal that was given up: the files, how often it was tried, and what storage said. */
const StuckRemoval = ({ removal }: { removal: Removal }) => {
  const { say, when } = useText();
  const { objects, attempts, lastError, failedAt } = removal;
  const [name = '', ...others] = objects.map(({ hash, ext }) => hash + ext);
  return (
    <Item
      title={
        <span title={[name, ...others].join('\n')}>
          {others.length > 0 ? say('removals.name-and-more', { name, count: others.length }) : name}
        </span>
      }
      said={say('removals.tries', { count: attempts, since: failedAt ? when(failedAt) : '' })}
    >
      <Typography textColor="danger600">{lastError ?? say('removals.no-reason')}</Typography>
    </Item>
  );
};

/** On the panel's homepage: what storage has yet to forget, and what it refuses to. */
export default function RemovalsWidget() {
  const { say } = useText();
  const { post } = useFetchClient();
  const { data, failed, again } = useAnswer<Removals>(ADDRESS);
  if (data === undefined) return failed ? <Widget.Error /> : <Widget.Loading />;

  const { stuck } = data;
  const waiting = data.waiting.filter((removal) => !isRunningUpload(removal));
  if (waiting.length === 0 && stuck.length === 0) {
    return <Widget.NoData>{say('removals.none')}</Widget.NoData>;
  }
  const count = waiting.reduce((sum, { objects }) => sum + objects.length, 0);
  return (
    <Stack gap={4} width="100%">
      {count > 0 && (
        <Typography>
          {say(waiting.length === SHOWN ? 'removals.waiting-more' : 'removals.waiting', { count })}
        </Typography>
      )}
      {stuck.length > 0 && (
        <>
          <Typography>{say('removals.stuck')}</Typography>
          <List>
            {stuck.map((removal) => (
              <StuckRemoval key={removal.id} removal={removal} />
            ))}
          </List>
          <Box>
            <ActionButton
              variant="secondary"
              startIcon={<ArrowClockwise />}
              label={say('removals.retry')}
              work={() => post(`${ADDRESS}/retry`)}
              success={say('removals.retried')}
              after={again}
            />
          </Box>
        </>
      )}
    </Stack>
  );
}
