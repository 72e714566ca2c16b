import type { Damage } from '../../support/audit';
import type { SendWithRetries } from '../send-with-retries';
import type { AnsweredPublication } from '../ledger';
import type { FeedReader } from './feed-reader';
import type { WebhookReceiver } from './webhook-receiver';

/** Changes for the start and the end of a schedule. */
const CHANGES_OF_A_SCHEDULE = 2;

/** The compared part of a change in the feed or in a webhook. */
export interface ReceivedChange {
  id: string;
  type: string;
  data: { id: string; title: string | null };
}

/** Titles in the changes of one publication with any of these types. */
const titlesOf = (changes: ReceivedChange[], types: string[]): (string | null)[] =>
  changes.filter(({ type }) => types.includes(type)).map(({ data }) => data.title);

const bySubject = (changes: ReceivedChange[]): Map<string, ReceivedChange[]> => {
  const stories = new Map<string, ReceivedChange[]>();
  for (const change of changes) {
    const story = stories.get(change.data.id);
    if (story === undefined) stories.set(change.data.id, [change]);
    else story.push(change);
  }
  return stories;
};

const idsOf = (changes: ReceivedChange[]): string[] => changes.map(({ id }) => id);

/** Changes that the feed reader missed, or got twice or in the wrong order. */
export const damageOfReading = (read: ReceivedChange[], allChanges: ReceivedChange[]): Damage[] => {
  const seen = new Set(idsOf(read));
  const missed = idsOf(allChanges).filter((id) => !seen.has(id));
  const isInOrder = missed.length > 0 || idsOf(read).join() === idsOf(allChanges).join();
  return [
    ...missed.map((detail) => ({ kind: 'change not told', detail: `feed: ${detail}` })),
    ...(seen.size === read.length
      ? []
      : [{ kind: 'change told twice', detail: `feed: ${read.length - seen.size}` }]),
    ...(isInOrder ? [] : [{ kind: 'changes out of order', detail: 'feed' }]),
  ];
};

/** Changes that never arrived, or arrived in the wrong order for their publication. Repeats are allowed. */
export const damageOfDelivery = (
  taken: ReceivedChange[],
  allChanges: ReceivedChange[]
): Damage[] => {
  const arrived = new Set(idsOf(taken));
  const known = new Set(idsOf(allChanges));
  const missed = [...known].filter((id) => !arrived.has(id));
  const invented = [...arrived].filter((id) => !known.has(id));
  const orderOf = (changes: ReceivedChange[]): string =>
    [...new Set(idsOf(changes))].filter((id) => known.has(id) && arrived.has(id)).join();
  const stories = bySubject(taken);
  const wrongOrder = [...bySubject(allChanges)].filter(
    ([subject, story]) => orderOf(stories.get(subject) ?? []) !== orderOf(story)
  );
  return [
    ...missed.map((detail) => ({ kind: 'change not told', detail: `webhook: ${detail}` })),
    ...invented.map((detail) => ({ kind: 'wrong change', detail: `webhook: ${detail}` })),
    ...wrongOrder.map(([subject]) => ({
      kind: 'changes out of order',
      detail: `webhook: ${subject}`,
    })),
  ];
};

/** Titles that were saved according to an answer, but appear in no change or in several. */
export const damageOfTitles = (
  publications: AnsweredPublication[],
  allChanges: ReceivedChange[]
): Damage[] => {
  const stories = bySubject(allChanges);
  return publications.flatMap(({ id, titles, schedules, restores }) => {
    const receivedTitles = titlesOf(stories.get(id) ?? [], [
      'publication.created',
      'publication.updated',
    ]);
    const distinct = receivedTitles.filter((title, index) => title !== receivedTitles[index - 1]);
    const isRight =
      distinct.join('\n') === titles.join('\n') &&
      receivedTitles.length - distinct.length <= CHANGES_OF_A_SCHEDULE * schedules + restores;
    return isRight
      ? []
      : [
          {
            kind: 'wrong change',
            detail: `${id}: told ${receivedTitles.join()}, saved ${titles.join()}`,
          },
        ];
  });
};

/** Compares the changes that listeners got with those that happened. No bot or editor may be running. */
export const auditListeners = async (
  publications: AnsweredPublication[],
  feed: FeedReader,
  webhooks: WebhookReceiver,
  request: SendWithRetries
): Promise<Damage[]> => {
  await webhooks.waitForAll(request);
  const allChanges = await feed.readAgain();
  return [
    ...damageOfReading(await feed.finish(), allChanges),
    ...damageOfDelivery(webhooks.taken(), allChanges),
    ...damageOfTitles(publications, allChanges),
  ];
};
