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

/** Undefined before it is created, and once it is deleted. */
export type State = { publication: Publication | undefined; wasCreated: boolean };

const isThere = (publication: Publication): State => ({ publication, wasCreated: true });
const GONE: State = { publication: undefined, wasCreated: true };

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
 * unpublish and delete by the bot, saves and deletes by editors, all of them at once and for good.
 */
export const publicationModel: Model<State, Action> = {
  initial: { publication: undefined, wasCreated: false },

  keyOf: ({ publication, wasCreated }) =>
    publication === undefined
      ? String(wasCreated)
      : JSON.stringify([publication.draft, publication.live ?? null]),

  step(state, action) {
    const { publication } = state;
    switch (action.kind) {
      case 'create':
        return state.wasCreated ? [] : [isThere({ draft: action.title, live: undefined })];
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
        return write(state, action.isFound, () => GONE);
      case 'delete in the panel':
        return publication !== undefined && action.isFound === false ? [] : [GONE];
      case 'unpublish in the panel':
        // It does not find what has no public version.
        if (publication?.live === undefined) return [state];
        return action.isFound === false ? [] : [isThere({ ...publication, live: undefined })];
      case 'get': {
        if (publication === undefined) return action.seen === undefined ? [state] : [];
        const { draft, live } = publication;
        const isSame =
          action.seen?.status === (live === undefined ? 'draft' : 'published') &&
          action.seen.title === (live ?? draft);
        return isSame ? [state] : [];
      }
      case 'page':
        return publication?.live === action.title ? [state] : [];
      case 'rows':
        return publication?.draft === action.draft && publication?.live === action.live
          ? [state]
          : [];
    }
  },
};
