import type { Session } from './session';

/** A guarantee of the interface, with the code that checks it. */
export interface Rule {
  /** Short, stable name for reports and options. */
  name: string;
  /** Text of the guarantee, shown in reports. */
  says: string;
  /** Checks the guarantee. @throws Breach if the site violates it; Skip if the site lacks the feature */
  prove: (session: Session) => Promise<void>;
}

/** Error for a rule that the site violates. */
export class Breach extends Error {}

/** Error for a rule that cannot be checked on this site. */
export class Skip extends Error {}

/** Verifies a condition. @param otherwise message if it is false @throws Breach */
export function must(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new Breach(otherwise);
}

export const idsOf = (all: readonly { id: string }[]): string[] => all.map(({ id }) => id);

/** Verifies that two values have the same JSON. @param what name of the value in the message @throws Breach */
export const mustBe = (found: unknown, expected: unknown, what: string): void => {
  const [has, wants] = [JSON.stringify(found), JSON.stringify(expected)];
  must(has === wants, `${what} is ${has}, and should be ${wants}`);
};
