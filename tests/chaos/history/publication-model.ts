import type { Model } from './linearizable';

/** What the bot is told of a publication. */
export interface Seen {
  title: string;
  status: 'draft' | 'published';
}

/** What was asked of a publication by bots, editors and readers, and what the answer said. */
export type Action =
  /** The bot's create; the first of each history. */
  | { kind: 'create'; title: string }
  /** An editor's save of the draft, or the bot's change of it. */
  | { kind: 'save'; title: string; isFound?: boolean }
  /** An editor's save with the button "Publish", or the bot's change that is public at once. */
  | { kind: 'save and publish'; title: string; isFound?: boolean }
  | { kind: 'publish' | 'unpublish' | 'delete'; isFound?: boolean }
  /** The panel looks first, and writes then: it may find what is not there any more. */
  | { kind: 'unpublish in the panel' | 'delete in the panel'; isFound?: boolean }
  /** The bot's restore, with what it is told of the publication then; it may have been there. */
  | { kind: 'restore'; seen: Seen | undefined }
  /** What the bot is told of it; undefined if it is told that there is none. */
  | { kind: 'get'; seen: Seen | undefined }
  /** The title on the public page; undefined if there is no page. */
  | { kind: 'page'; title: string | undefined }
  /** What the database holds in the end, undefined for no row. */
  | { kind: 'rows'; draft: string | undefined; live: string | undefined };

/** A publication: what the draft says, and what readers see. */
interface Publication {
  draft: string;
  live: string | undefined;
}

/** The publication is undefined before it is created, and once it is deleted; what was deleted is in the trash. */
export type State = { publication: Publication | undefined; trashed: Publication | undefined };

const isThere = (publication: Publication): State => ({ publication, trashed: undefined });
const isGone = (trashed: Publication): State => ({ publication: undefined, trashed });

const isAsSeen = ({ draft, live }: Publication, seen: Seen | undefined): boolean =>
  seen?.status === (live === undefined ? 'draft' : 'published') && seen.title === (live ?? draft);

/** An answer that only one of the two can give; without an answer both can be. */
const write = (
  state: State,
  isFound: boolean | undefined,
  change: (publication: Publication) => State
): State[] => {
  if (state.publication === undefined) return isFound === true ? [] : [state];
  return isFound === false ? [] : [change(state.publication)];
};

/**
 * One publication as the interface document and the README promise it: create, publish,
 * unpublish, delete and restore by the bot, saves and deletes by editors, all of them at once.
 */
export const publicationModel: Model<State, Action> = {
  initial: { publication: undefined, trashed: undefined },

  keyOf: ({ publication, trashed }) => JSON.stringify([publication ?? null, trashed ?? null]),

  step(state, action) {
    const { publication, trashed } = state;
    const wasCreated = publication !== undefined || trashed !== undefined;
    switch (action.kind) {
      case 'create':
        return wasCreated ? [] : [isThere({ draft: action.title, live: undefined })];
      case 'save':
        return write(state, action.isFound, ({ live }) => isThere({ draft: action.title, live }));
      case 'save and publish':
        return write(state, action.isFound, () =>
          isThere({ draft: action.title, live: action.title })
        );
      case 'publish':
        return write(state, action.isFound, ({ draft }) => isThere({ draft, live: draft }));
      case 'unpublish':
        return write(state, action.isFound, ({ draft }) => isThere({ draft, live: undefined }));
      case 'delete':
        return write(state, action.isFound, isGone);
      case 'delete in the panel':
        if (publication === undefined) return [state];
        return action.isFound === false ? [] : [isGone(publication)];
      case 'restore': {
        const back = publication ?? trashed;
        if (back === undefined) return action.seen === undefined ? [state] : [];
        return isAsSeen(back, action.seen) ? [isThere(back)] : [];
      }
      case 'unpublish in the panel':
        // It does not find what has no public version.
        if (publication?.live === undefined) return [state];
        return action.isFound === false ? [] : [isThere({ ...publication, live: undefined })];
      case 'get':
        if (publication === undefined) return action.seen === undefined ? [state] : [];
        return isAsSeen(publication, action.seen) ? [state] : [];
      case 'page':
        return publication?.live === action.title ? [state] : [];
      case 'rows':
        return publication?.draft === action.draft && publication?.live === action.live
          ? [state]
          : [];
    }
  },
};
