/** Error for a rule that the site violates. */
export class Violation extends Error {}

/** Error for a rule that cannot be checked on this site. */
export class Skip extends Error {}

/** Verifies a condition. @param otherwise message if it is false @throws Violation */
export function assert(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new Violation(otherwise);
}

export const idsOf = (all: readonly { id: string }[]): string[] => all.map(({ id }) => id);

/** Verifies that two values have the same JSON. @param what name of the value in the message @throws Violation */
export const assertEqual = (found: unknown, expected: unknown, what: string): void => {
  const [has, wants] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(has === wants, `${what} is ${has}, and should be ${wants}`);
};
