import { setTimeout as pause } from 'node:timers/promises';

import { firstAdministratorHeader } from '../support/admin';
import { send, type Answer, type Call } from '../support/http-client';
import type { Action } from './history/publication-model';
import { count, type Ledger } from './ledger';
import type { Random } from '../support/random';
import type { SharedWork, SharedWorks } from './shared-works';

const WORKS = '/content-manager/collection-types/api::work.work';
const ADMINISTRATOR = {
  firstname: 'Edith',
  lastname: 'Editor',
  email: 'edith@example.org',
  password: 'Secret-password-1',
};
/** Maximum pause between two operations of an editor, in milliseconds. */
const THINKING = 200;

interface Tools {
  name: string;
  url: string;
  ledger: Ledger;
  random: Random;
  shared: SharedWorks;
}

const json = (body: object): Pick<Call, 'type' | 'body'> => ({
  type: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
});

/** Signs in as the first administrator, who is created if missing. */
const signIn = async (url: string): Promise<string> => {
  const { email, password } = ADMINISTRATOR;
  for (const [path, body] of [
    ['/admin/register-admin', ADMINISTRATOR],
    ['/admin/login', { email, password }],
  ] as const) {
    const { status, body: answer } = await send(url, {
      method: 'POST',
      path,
      headers: firstAdministratorHeader(),
      ...json(body),
    });
    const token: unknown = Reflect.get(Object(Reflect.get(Object(answer), 'data')), 'token');
    if (status < 300 && typeof token === 'string') return token;
  }
  throw new Error('The administrator cannot sign in');
};

/**
 * An editor who works on shared publications through the panel's routes. Never retries, so an unanswered request may or
 * may not have had an effect.
 */
export const createEditor = ({ name, url, ledger, random, shared }: Tools) => {
  let token: string | undefined;
  let number = 0;

  /** Sends a request. Returns undefined if its effect is unknown. */
  const attempt = async (call: Call): Promise<Answer | undefined> => {
    ledger.counts.requests += 1;
    try {
      const answer = await send(url, { ...call, token });
      count(ledger.statuses, answer.status);
      return answer.status >= 500 ? undefined : answer;
    } catch (error) {
      if (Reflect.get(Object(error), 'code') === 'ECONNREFUSED') {
        ledger.counts.refused += 1;
        return { status: 0, headers: {}, body: undefined };
      }
      ledger.counts.cutOff += 1;
      return undefined;
    }
  };

  const work = async (
    publication: SharedWork,
    call: Call,
    toAction: (isFound?: boolean) => Action
  ): Promise<void> => {
    const from = performance.now();
    const answer = await attempt(call);
    if (answer === undefined) {
      publication.history.push({ action: toAction(), from, until: Infinity });
      return;
    }
    const { status, body } = answer;
    if (status === 401) token = undefined;
    else if (status === 200 || status === 404) {
      const action = toAction(status === 200);
      publication.history.push({ action, from, until: performance.now() });
    } else if (status !== 0) {
      const detail = `${call.method} ${call.path} by an editor: ${status} ${JSON.stringify(body)}`;
      ledger.damage.push({ kind: 'wrong answer', detail });
    }
  };

  const operations: [number, (publication: SharedWork) => Promise<void>][] = [
    [
      4,
      (publication) => {
        const title = `${name}-${(number += 1)}`;
        const call: Call = {
          method: 'PUT',
          path: `${WORKS}/${publication.id}`,
          ...json({ title }),
        };
        return work(publication, call, (isFound) => ({ kind: 'save', title, isFound }));
      },
    ],
    [
      2,
      (publication) => {
        const title = `${name}-${(number += 1)}`;
        const call: Call = {
          method: 'POST',
          path: `${WORKS}/${publication.id}/actions/publish`,
          ...json({ title }),
        };
        return work(publication, call, (isFound) => ({ kind: 'save and publish', title, isFound }));
      },
    ],
    [
      1,
      (publication) =>
        work(
          publication,
          {
            method: 'POST',
            path: `${WORKS}/${publication.id}/actions/unpublish`,
            ...json({}),
          },
          (isFound) => ({ kind: 'unpublish in the panel', isFound })
        ),
    ],
    [
      1,
      async (publication) => {
        await work(
          publication,
          { method: 'DELETE', path: `${WORKS}/${publication.id}` },
          (isFound) => ({ kind: 'delete in the panel', isFound })
        );
        shared.retire(publication);
      },
    ],
  ];
  const lots = operations.flatMap(([weight, run]) => Array.from({ length: weight }, () => run));

  return {
    /** Runs operations until `isOver`, and finishes the current one. */
    async work(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        token ??= await signIn(url).catch(() => undefined);
        const publication = shared.pick((elements) => random.pick(elements));
        if (token !== undefined && publication !== undefined) {
          const run = random.pick(lots) as (typeof lots)[number];
          await run(publication);
          count(ledger.done, "editors' work");
        }
        await pause(random.between(20, THINKING));
      }
    },
  };
};
