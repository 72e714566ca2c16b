import type { Model } from './linearizable';

/** A publication in an answer to the bot. */
export interface Seen {
  title: string;
  status: 'draft' | 'published';
}

/** A request of a bot, an editor or a reader, with its answer. */
export type Action =
  /** Creation by the bot; the first action of each history. */
  | { kind: 'create'; title: string }
  /** A save of the draft by an editor, or a change by the bot. */
  | { kind: 'save'; title: string; isFound?: boolean }
  /** A save with the button "Publish" by an editor, or a change by the bot with `publish`. */
  | { kind: 'save and publish'; title: string; isFound?: boolean }
  | { kind: 'publish' | 'unpublish' | 'delete'; isFound?: boolean }
  /** The panel reads before it writes, so the publication may be deleted in between. */
  | { kind: 'unpublish in the panel' | 'delete in the panel'; isFound?: boolean }
  /** A restore by the bot, with its answer; the publication may have existed already. */
  | { kind: 'restore'; seen: Seen | undefined }
  /** A read by the bot; undefined if not found. */
  | { kind: 'get'; seen: Seen | undefined }
  /** The title on the public page; undefined without a page. */
  | { kind: 'page'; title: string | undefined }
  /** Final rows of the database; undefined for a missing row. */
  | { kind: 'rows'; draft: string | undefined; live: string | undefined };

/** Titles of a publication: in the draft, and on the public page. */
interface Publication {
  draft: string;
  live: string | undefined;
}

/** State of the publication, undefined before its creation and after its deletion, and of its copy in the trash. */
export type State = { publication: Publication | undefined; trashed: Publication | undefined };

const existing = (publication: Publication): State => ({ publication, trashed: undefined });
const deletedTo = (trashed: Publication): State => ({ publication: undefined, trashed });

const isAsSeen = ({ draft, live }: Publication, seen: Seen | undefined): boolean =>
  seen?.status === (live === undefined ? 'draft' : 'published') && seen.title === (live ?? draft);

/** States after a write. An answer proves whether the publication was found; without one both are possible. */
const write = (
  state: State,
  isFound: boolean | undefined,
  change: (publication: Publication) => State
): State[] => {
  if (state.publication === undefined) return isFound === true ? [] : [state];
  return isFound === false ? [] : [change(state.publication)];
};

/**
 * A publication as the interface document and the README promise it: the bot creates, publishes, unpublishes, deletes
 * and restores it, and editors save and delete it, all concurrently.
 */
export const publicationModel: Model<State, Action> = {
  initial: { publication: undefined, trashed: undefined },

  keyOf: ({ publication, trashed }) => JSON.stringify([publication ?? null, trashed ?? null]),

  step(state, action) {
    const { publication, trashed } = state;
    const wasCreated = publication !== undefined || trashed !== undefined;
    switch (action.kind) {
      case 'create':
        return wasCreated ? [] : [existing({ draft: action.title, live: undefined })];
      case 'save':
        return write(state, action.isFound, ({ live }) => existing({ draft: action.title, live }));
      case 'save and publish':
        return write(state, action.isFound, () =>
          existing({ draft: action.title, live: action.title })
        );
      case 'publish':
        return write(state, action.isFound, ({ draft }) => existing({ draft, live: draft }));
      case 'unpublish':
        return write(state, action.isFound, ({ draft }) => existing({ draft, live: undefined }));
      case 'delete':
        return write(state, action.isFound, deletedTo);
      case 'delete in the panel':
        if (publication === undefined) return [state];
        return action.isFound === false ? [] : [deletedTo(publication)];
      case 'restore': {
        const back = publication ?? trashed;
        if (back === undefined) return action.seen === undefined ? [state] : [];
        return isAsSeen(back, action.seen) ? [existing(back)] : [];
      }
      case 'unpublish in the panel':
        // The panel does not find a publication without a public version.
        if (publication?.live === undefined) return [state];
        return action.isFound === false ? [] : [existing({ ...publication, live: undefined })];
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
