/** Something that was asked and answered, with the moments at which it began and ended. */
export interface Operation<Action> {
  action: Action;
  /** When it was asked; any clock that all operations share. */
  from: number;
  /** When its answer was there; `Infinity` if none ever came, and it may take effect at any time. */
  until: number;
}

/** What an object does if only one operation happens at a time. */
export interface Model<State, Action> {
  initial: State;
  /**
   * The states in which the object may be after an action with its answer; none if the object
   * would not have answered so.
   */
  step: (state: State, action: Action) => State[];
  /** Two states with the same key are the same. */
  keyOf: (state: State) => string;
}

/** What was found out about a history. */
export interface Verdict<Action> {
  /** Undefined if the search was given up. */
  isLinearizable: boolean | undefined;
  /** Where it is not: those operations of which no order goes any further, oldest first. */
  stuckAt: Operation<Action>[];
}

/** Places at which the search looks before it is given up: some seconds. */
const PLACES = 1_000_000;

/**
 * Whether a history is linearizable: each operation can be thought to happen at one moment
 * between its question and its answer, so that all answers are those of the model.
 *
 * The search of Wing and Gong ("Testing and Verifying Concurrent Objects", 1993), which tries each
 * operation that may come next and goes back where it is stuck, with Lowe's addition ("Testing for
 * Linearizability", 2017): what was done and the state it led to are looked at once only.
 */
export const checkHistory = <State, Action>(
  { initial, step, keyOf }: Model<State, Action>,
  history: Operation<Action>[]
): Verdict<Action> => {
  const operations = [...history].sort((one, other) => one.from - other.from);
  const answered = operations.filter(({ until }) => until !== Infinity).length;
  const seen = new Set<string>();
  const done = new Array<boolean>(operations.length).fill(false);
  let furthest = -1;
  let stuckAt: Operation<Action>[] = [];

  /** Those that may come next: none that was asked after the answer of one that is not done. */
  const candidates = (): number[] => {
    const found: number[] = [];
    let earliestAnswer = Infinity;
    for (let index = 0; index < operations.length; index += 1) {
      if (operations[index].from > earliestAnswer) break;
      if (!done[index]) {
        found.push(index);
        earliestAnswer = Math.min(earliestAnswer, operations[index].until);
      }
    }
    return found;
  };

  const search = (state: State, left: number): boolean => {
    // What was never answered need not have happened.
    if (left === 0) return true;
    const next = candidates();
    const rest = next[0] ?? operations.length;
    const further = done.slice(rest).map(Number).join('').replace(/0+$/, '');
    const place = `${rest} ${further} ${keyOf(state)}`;
    if (seen.has(place) || seen.size >= PLACES) return false;
    seen.add(place);
    if (answered - left > furthest) {
      furthest = answered - left;
      stuckAt = next.map((index) => operations[index]);
    }
    for (const index of next) {
      const { action, until } = operations[index];
      done[index] = true;
      const isAnswered = until !== Infinity;
      for (const after of step(state, action)) {
        if (search(after, isAnswered ? left - 1 : left)) return true;
      }
      done[index] = false;
    }
    return false;
  };

  if (search(initial, answered)) return { isLinearizable: true, stuckAt: [] };
  return { isLinearizable: seen.size < PLACES ? false : undefined, stuckAt };
};
