import type { Session } from './session';

/** A guarantee of the bot API, with the code that checks whether a site keeps the guarantee. */
export interface Rule {
  /** Short, stable name for reports and options. */
  name: string;
  /** Text of the guarantee, shown in reports. */
  says: string;
  /** Checks the guarantee. @throws Violation if the site violates it; Skip if the site lacks the feature */
  prove: (session: Session) => Promise<void>;
}

/** Creates rules from check functions. The key of each function is `<name>: <text of the guarantee>`. */
export const rulesOf = (checks: Readonly<Record<string, Rule['prove']>>): Rule[] =>
  Object.entries(checks).map(([key, prove]) => {
    const [name = '', says = ''] = key.split(/: (.*)/);
    return { name, says, prove };
  });
