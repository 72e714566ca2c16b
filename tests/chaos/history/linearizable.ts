/** An operation with its answer and the times of its start and end. */
export interface Operation<Action> {
  action: Action;
  /** Time of the request, by a clock that all operations share. */
  from: number;
  /** Time of the answer; `Infinity` without one, because the operation may take effect at any later time. */
  until: number;
}

/** Sequential behaviour of an object. */
export interface Model<State, Action> {
  initial: State;
  /** Possible states after an action with this answer; empty if the answer is impossible. */
  step: (state: State, action: Action) => State[];
  /** A key that is the same for equal states. */
  keyOf: (state: State) => string;
}

/** The result of checking a history. */
export interface Verdict<Action> {
  /** Undefined if the search was given up. */
  isLinearizable: boolean | undefined;
  /** Pending operations at the point that no order gets past, oldest first. */
  stuckAt: Operation<Action>[];
}

/** Number of states to visit before giving up, which takes some seconds. */
const PLACES = 1_000_000;

/**
 * Checks whether a history is linearizable: each operation can be assigned one moment between its request and its
 * answer, so that the model explains all answers. Uses the search of Wing and Gong ("Testing and Verifying Concurrent
 * Objects", 1993), which tries each possible next operation and backtracks, with Lowe's addition ("Testing for
 * Linearizability", 2017): each set of completed operations with its state is visited only once.
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

  /** Operations that may come next: those requested before the earliest answer of a pending operation. */
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
    // Unanswered operations need not have taken effect.
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
