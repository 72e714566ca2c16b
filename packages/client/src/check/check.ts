import { inParallel } from '../parallel';

import { cleanUp, type CleanedUp } from './clean-up';
import { Skip, type Rule } from './rule';
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

/** Every rule; the last one is about the answers to all others. */
export const RULES: readonly Rule[] = [
  ...ACCESS,
  ...HEADERS,
  ...ADDRESSES,
  ...PUBLICATIONS,
  ...RETRIES,
  ...VERSIONS,
  ...LISTS,
  ...MATERIALS,
  ...REMOVAL,
  ...CHANGES,
];

export interface RuleResult {
  name: string;
  says: string;
  result: 'kept' | 'broken' | 'skipped';
  /** Of one that is not kept. */
  why?: string;
  milliseconds: number;
}

export interface CheckReport extends CleanedUp {
  /** The address that was asked, for pages too. */
  address: string;
  /** What the site calls itself. */
  publicAddress: string;
  /** Whether no rule is broken, all were proved, and nothing is left behind. */
  ok: boolean;
  /** Why the check ended before all rules were proved. */
  ended?: string;
  milliseconds: number;
  rules: RuleResult[];
  /** What all that was made on the site is named by: titles and names begin with it. */
  named: string;
  made: { publications: number; materials: number };
}

export interface CheckOptions extends SessionOptions {
  /** Only these rules. */
  only?: readonly string[];
  onResult?: (result: RuleResult) => void;
}

/** Milliseconds for all rules, so that a check with its cleaning up takes less than a minute. */
const WITHIN = 40_000;
/** Rules that are proved at the same time. */
const AT_ONCE = 8;

const prove = async (rule: Rule, session: Session): Promise<RuleResult> => {
  const { name, says } = rule;
  const begun = performance.now();
  const end = (result: RuleResult['result'], why?: string): RuleResult => {
    const milliseconds = Math.round(performance.now() - begun);
    return { name, says, result, ...(why !== undefined && { why }), milliseconds };
  };
  try {
    session.signal?.throwIfAborted();
    await rule.prove(session);
    return end('kept');
  } catch (error) {
    const isProved = !(error instanceof Skip || session.signal?.aborted);
    return end(isProved ? 'broken' : 'skipped', (error as Error).message);
  }
};

/**
 * Proves every rule of the interface against a live site, and deletes what it has made there, also when `signal` aborts.
 * Readers, receivers of webhooks and feeds see the publications that it makes for some seconds.
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
