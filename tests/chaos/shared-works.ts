import _ from 'lodash';

import type { Damage, State } from '../support/audit';
import { checkHistory, type Operation } from './history/linearizable';
import { publicationModel, type Action } from './history/publication-model';

/** Publications that are worked on at the same time. */
const ALIVE = 5;
/** Deleted ones that are asked for all the same. */
const REMEMBERED = 3;
/** Operations after which a publication is left in peace: what is checked stays small. */
const LONGEST = 60;

/** A publication that several bots and editors work on at once. */
export interface SharedWork {
  id: string;
  /** The path of its public page, once somebody was told. */
  page?: string;
  /** The materials that were created with it, and are in no other publication. */
  materials: string[];
  history: Operation<Action>[];
}

/** The publications that are shared, and all that was asked of them and answered. */
export const createSharedWorks = () => {
  const all: SharedWork[] = [];
  const open: SharedWork[] = [];
  const deleted: SharedWork[] = [];

  return {
    all,

    /** Adds one that was created. */
    add(work: SharedWork): void {
      all.push(work);
      open.push(work);
    },

    /** One to work on; undefined if a new one is wanted. */
    pick(pickOne: <Element>(elements: readonly Element[]) => Element | undefined) {
      for (const works of [open, deleted]) {
        _.remove(works, ({ history }) => history.length >= LONGEST);
      }
      return open.length < ALIVE ? undefined : pickOne([...open, ...deleted]);
    },

    /** Takes one that is deleted out of work, after a few more questions for it. */
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

/** Publications whose history no order gives, with what the database holds of them in the end. */
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
    const whole = [...history, end];
    const { isLinearizable, stuckAt } = checkHistory(publicationModel, whole);
    const start = history[0].from;
    const lines = whole.map(
      (operation) =>
        `\n    ${stuckAt.includes(operation) ? '>' : ' '} ${describe(operation, start)}`
    );
    return isLinearizable
      ? []
      : [{ kind: 'impossible history', detail: `${id}:${lines.join('')}` }];
  });

/** Materials that went without their publication, or stayed without it. */
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
