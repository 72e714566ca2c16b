import _ from 'lodash';

import type { Damage, State } from '../support/audit';
import { checkHistory, type Operation } from './history/linearizable';
import { publicationModel, type Action } from './history/publication-model';

/** Number of publications in use at the same time. */
const ALIVE = 5;
/** Number of deleted publications that still get requests. */
const REMEMBERED = 3;
/** Maximum operations on a publication, so that checking its history stays fast. */
const LONGEST = 60;

/** A publication that several bots and editors use concurrently. */
export interface SharedWork {
  id: string;
  /** Path of the public page, once an answer had it. */
  page?: string;
  /** Materials that were created with the publication and belong to no other. */
  materials: string[];
  history: Operation<Action>[];
}

/** Shared publications, with the history of their requests and answers. */
export const createSharedWorks = () => {
  const all: SharedWork[] = [];
  const open: SharedWork[] = [];
  const deleted: SharedWork[] = [];

  return {
    all,

    /** Adds a new publication. */
    add(work: SharedWork): void {
      all.push(work);
      open.push(work);
    },

    /** Picks a publication to work on; undefined if a new one should be created. */
    pick(pickOne: <Element>(elements: readonly Element[]) => Element | undefined) {
      for (const works of [open, deleted]) {
        _.remove(works, ({ history }) => history.length >= LONGEST);
      }
      return open.length < ALIVE ? undefined : pickOne([...open, ...deleted]);
    },

    /** Retires a deleted publication after a few more requests. */
    retire(work: SharedWork): void {
      const index = open.indexOf(work);
      if (index >= 0) {
        open.splice(index, 1);
        deleted.push(work);
        deleted.splice(0, deleted.length - REMEMBERED);
      }
    },
  };
};

export type SharedWorks = ReturnType<typeof createSharedWorks>;

const describe = ({ action, from, until }: Operation<Action>, start: number): string => {
  const { kind, ...rest } = action;
  const milliseconds = (time: number): string => (time - start).toFixed(0);
  return `${kind} ${JSON.stringify(rest)} from ${milliseconds(from)} to ${milliseconds(until)} ms`;
};

/** Publications whose history and final rows no order of operations explains. */
export const damageOfHistories = ({ all }: SharedWorks, { works }: State): Damage[] =>
  all.flatMap(({ id, history }) => {
    const rows = works.filter((row) => row.document_id === id);
    const end: Operation<Action> = {
      action: {
        kind: 'rows',
        draft: rows.find((row) => row.published_at === null)?.title,
        live: rows.find((row) => row.published_at !== null)?.title,
      },
      from: performance.now(),
      until: performance.now(),
    };
    const complete = [...history, end];
    const { isLinearizable, stuckAt } = checkHistory(publicationModel, complete);
    const start = history[0].from;
    const lines = complete.map(
      (operation) =>
        `\n    ${stuckAt.includes(operation) ? '>' : ' '} ${describe(operation, start)}`
    );
    return isLinearizable
      ? []
      : [{ kind: 'impossible history', detail: `${id}:${lines.join('')}` }];
  });

/** Materials that were deleted without their publication, or kept without it. */
export const damageOfSharedMaterials = (
  { all }: SharedWorks,
  { works, files }: State
): Damage[] => {
  const living = new Set(works.map((row) => row.document_id));
  const present = new Set(files.map((file) => file.document_id));
  return all.flatMap(({ id, materials }) =>
    materials
      .filter((material) => present.has(material) !== living.has(id))
      .map((material) => ({
        kind: 'wrong cascade',
        detail: `${id} ${living.has(id) ? 'lost' : 'left'} ${material}`,
      }))
  );
};
