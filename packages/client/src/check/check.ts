import { inParallel } from '../parallel';

import { cleanUp, type CleanedUp } from './clean-up';
import { Skip } from './assert';
import type { Rule } from './rule';
import { ACCESS } from './rules/access';
import { ADDRESSES } from './rules/addresses';
import { CHANGES } from './rules/changes';
import { HEADERS } from './rules/headers';
import { LISTS } from './rules/lists';
import { MATERIALS } from './rules/materials';
import { PUBLICATIONS } from './rules/publications';
import { REMOVAL } from './rules/removal';
import { RETRIES } from './rules/retries';
import { VERSIONS } from './rules/versions';
import { createSession, type Session, type SessionOptions } from './session';

/** Rules of a check. The last rule examines the site's answers to all other rules, so it runs at the end. */
export const RULES: readonly Rule[] = [
  [ACCESS, HEADERS, ADDRESSES, PUBLICATIONS, RETRIES],
  [VERSIONS, LISTS, MATERIALS, REMOVAL, CHANGES],
].flat(2);

export interface RuleResult extends Pick<Rule, 'name' | 'says'> {
  result: 'kept' | 'broken' | 'skipped';
  /** Reason why the rule is broken or was skipped. */
  why?: string;
  milliseconds: number;
}

export interface CheckReport extends CleanedUp {
  /** URL that received all requests, also those for pages. */
  address: string;
  /** Public URL of the site according to its own answers. */
  publicAddress: string;
  /** Whether the check is complete, no rule is broken (skipped rules count as ok), and nothing is left behind. */
  ok: boolean;
  /** Reason why the check ended early. Absent if all rules were checked. */
  ended?: string;
  milliseconds: number;
  rules: RuleResult[];
  /** Prefix of the titles and names of everything that the check created on the site. */
  named: string;
  made: { publications: number; materials: number };
}

export interface CheckOptions extends SessionOptions {
  /** Names of the rules to check. Default: all. */
  only?: readonly string[];
  /** Called after each rule, in the order of completion. Not called after the check has ended early. */
  onResult?: (result: RuleResult) => void;
}

/** Time limit for all rules in milliseconds, so that a check including its cleanup takes less than a minute. */
const WITHIN = 40_000;
/** Number of rules that are checked at the same time. */
const AT_ONCE = 8;

/** Checks one rule: `skipped` after a `Skip` error or an abort, `broken` after any other error, else `kept`. */
const prove = async (rule: Rule, session: Session): Promise<RuleResult> => {
  const { name, says } = rule;
  const begun = performance.now();
  const proof: Pick<RuleResult, 'result' | 'why'> = { result: 'kept' };
  try {
    session.signal?.throwIfAborted();
    await rule.prove(session);
  } catch (error) {
    const isProved = !(error instanceof Skip || session.signal?.aborted);
    proof.result = isProved ? 'broken' : 'skipped';
    proof.why = (error as Error).message;
  }
  return { name, says, ...proof, milliseconds: Math.round(performance.now() - begun) };
};

/**
 * Checks every rule of the bot API (`/api/bot`) against a live site. Deletes everything that the check created there,
 * also when `signal` aborts. Readers, webhook receivers and feeds see the created publications for some seconds.
 */
export const check = async (options: CheckOptions): Promise<CheckReport> => {
  const { address, token, signal, only, onResult } = options;
  const begun = performance.now();
  const controller = new AbortController();
  const interrupt = () => controller.abort(new Error('The check was interrupted'));
  signal?.addEventListener('abort', interrupt, { once: true });
  const late = new Error(`The check took more than ${WITHIN / 1_000} seconds`);
  const timer = setTimeout(() => controller.abort(late), WITHIN);

  const session = createSession({ ...options, signal: controller.signal });
  const chosen = RULES.filter(({ name }) => only?.includes(name) ?? true);
  const work = async (rule: Rule) => {
    const result = await prove(rule, session);
    if (!controller.signal.aborted) onResult?.(result);
    return result;
  };
  const rules = await inParallel(chosen.slice(0, -1), AT_ONCE, work);
  for (const last of chosen.slice(-1)) rules.push(await work(last));
  clearTimeout(timer);
  signal?.removeEventListener('abort', interrupt);

  const { run, made } = session;
  const publicAddress = await session.own();
  const cleaned = await cleanUp({ address, token }, session);
  const ended = (controller.signal.reason as Error | undefined)?.message;
  const isKept = rules.every(({ result }) => result !== 'broken');
  return {
    address,
    publicAddress,
    ok: cleaned.left.length === 0 && ended === undefined && isKept,
    ...(ended !== undefined && { ended }),
    milliseconds: Math.round(performance.now() - begun),
    rules,
    named: run,
    made: { publications: made.publications.size, materials: made.materials.size },
    ...cleaned,
  };
};
