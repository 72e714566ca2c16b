import type { Session } from './session';

/** A promise of the interface, and how it is proved. */
export interface Rule {
  /** Short and stable, for reports. */
  name: string;
  /** The promise. */
  says: string;
  /** @throws Breach where the site breaks it; Skip where the site does not have what it is about */
  prove: (session: Session) => Promise<void>;
}

/** What a site does against a rule. */
export class Breach extends Error {}

/** Why a rule cannot be proved on this site. */
export class Skip extends Error {}

/** @throws Breach unless it holds */
export function must(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new Breach(otherwise);
}

export const idsOf = (all: readonly { id: string }[]): string[] => all.map(({ id }) => id);

/** @throws Breach unless both are the same, as JSON says them */
export const mustBe = (found: unknown, expected: unknown, what: string): void => {
  const [has, wants] = [JSON.stringify(found), JSON.stringify(expected)];
  must(has === wants, `${what} is ${has}, and should be ${wants}`);
};
