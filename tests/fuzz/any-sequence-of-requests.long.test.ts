import fc, { type Arbitrary } from 'fast-check';

import { takeBreaches } from '../support/described-answers';
import { png } from '../support/files';
import { useOwnSite } from '../support/use-site';
import { createValues, type Schema } from './described-values';

interface Parameter {
  $ref?: string;
  name: string;
  in: 'header' | 'path' | 'query';
  required?: boolean;
  schema: Schema;
}

interface Operation {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
}

/** A request, with a random number in place of the ids from earlier answers. */
interface Step {
  operationId: string;
  method: string;
  path: string;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  type?: string;
  body?: unknown;
  /** Chooses one of the known ids. */
  pick: number;
  hasToken: boolean;
}

const SECONDS = Number(process.env.FUZZ_SECONDS ?? 20);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** Header that turns a request into one for another operation. */
const OVERRIDE = 'X-HTTP-Method-Override';
/** Maximum number of requests in a sequence. */
const MOST = 12;
/** Operations that create resources, and are chosen more often. */
const MAKES = ['createPublication', 'uploadMaterial', 'beginUpload', 'publishPublication'];

const { site } = useOwnSite({
  env: { BOT_TRASH_DAYS: '30' },
  register: (strapi) => {
    strapi.config.set('plugin::bot.rateLimit.wrongTokens', 1_000_000);
    strapi.config.set('plugin::bot.uploadByAddress.seconds', 1);
  },
});
let steps: Arbitrary<Step[]>;
let picture: Buffer;

/** Ids of created resources, keyed by the first segment of the path. */
const known: Record<string, string[]> = {};

const headerText = (value: unknown): string =>
  String(value)
    .replace(/[^\x20-\x7e\xa0-\xff]/g, '?')
    .trim();

/** Values that a generator would not find from the schema. */
const MEANT: Record<string, Arbitrary<string>> = {
  'Idempotency-Key': fc.uuid(),
  'If-Match': fc.constantFrom('*', '"x"', 'W/"x", "y"'),
  'Upload-Metadata': fc.constantFrom('filename YS5wbmc=', 'filename YS5wbmc=,caption YQ=='),
};

type Make = (schema: Schema) => Arbitrary<unknown>;

const stepBy = (
  make: Make,
  operation: Operation,
  path: string,
  method: string
): Arbitrary<Step> => {
  const asked = (place: Parameter['in']): Arbitrary<Record<string, unknown>> => {
    const parameters = operation.parameters.filter(
      (one) => one.in === place && one.name !== OVERRIDE
    );
    const values = parameters.map(({ name, schema }) => [name, MEANT[name] ?? make(schema)]);
    return fc.record(Object.fromEntries(values) as Record<string, Arbitrary<unknown>>, {
      requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name),
    });
  };
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
    fc.record({ type: fc.constant(type), body: make(schema) })
  );
  const body = bodies.length === 0 ? fc.constant({}) : fc.oneof(...bodies);
  return fc
    .tuple(asked('query'), asked('header'), body, fc.nat(), fc.integer({ min: 0, max: 19 }))
    .map(([query, headers, sent, pick, chance]) => ({
      ...{ operationId: operation.operationId, method: method.toUpperCase(), path },
      ...{ query, headers, ...sent, pick, hasToken: chance > 0 },
    }));
};

/** Generates a valid request, and sometimes an almost valid one. */
const stepOf = (document: Description, path: string, method: string): Arbitrary<Step> => {
  const { valueOf, nearly } = createValues(document);
  const operation = document.paths[path]?.[method];
  const [right, wrong] = [valueOf, nearly].map((make) => stepBy(make, operation, path, method));
  return fc.oneof({ arbitrary: right, weight: 3 }, { arbitrary: wrong, weight: 1 });
};

const groupOf = (path: string): string =>
  path.includes('resumable') ? 'resumable' : (path.split('/')[1] ?? '');

/** Picks the id of a created resource, and sometimes an unknown one. */
const idFor = ({ path, pick }: Step): string => {
  const ids = known[groupOf(path)] ?? [];
  return pick % 8 === 0
    ? `never${pick}`
    : (ids.at(-1 - (pick % Math.min(ids.length, 5) || 0)) ?? 'none');
};

const bodyOf = ({ type, body, pick }: Step): RequestInit['body'] => {
  if (type === undefined) return undefined;
  if (type.includes('json')) return JSON.stringify(body);
  if (type !== 'multipart/form-data') return Buffer.from(JSON.stringify(body ?? ''));
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(body) as object)) {
    if (name !== 'file') form.append(name, String(value));
  }
  const bytes = pick % 2 === 0 ? picture : Buffer.from(`file ${pick}`);
  form.append('file', new Blob([bytes]), 'a.png');
  return form;
};

const send = async (step: Step): Promise<{ status: number; line: string }> => {
  const { method, path, type, hasToken, query, headers } = step;
  const url = new URL(`${site.url}/api/bot${path.replace('{id}', idFor(step))}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const sent = Object.entries(headers).map(([name, value]) => [name, headerText(value)] as const);
  const isForm = type === 'multipart/form-data';
  const answer = await fetch(url, {
    method,
    headers: {
      ...Object.fromEntries(sent),
      ...(hasToken && { Authorization: `Bearer ${site.token}` }),
      ...(type !== undefined && !isForm && { 'Content-Type': type }),
    },
    body: bodyOf(step),
  });
  const text = await answer.text();
  const made = answer.status === 201 ? (answer.headers.get('Location') ?? text) : '';
  const id = /"id":"(\w+)"/.exec(text)?.[1] ?? /\/(\w+)$/.exec(made)?.[1];
  if (answer.status === 201 && id !== undefined) (known[groupOf(path)] ??= []).push(id);
  return { status: answer.status, line: `${method} ${url.pathname} ${answer.status}` };
};

beforeAll(async () => {
  picture = (await png({ width: 8, height: 8 })).content;
  const answer = await fetch(`${site.url}/api/bot/openapi.json`);
  const document = (await answer.json()) as Description;
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => stepOf(document, path, method))
  );
  const makes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { operationId }]) => MAKES.includes(operationId))
      .map(([method]) => stepOf(document, path, method))
  );
  const step = fc.oneof(
    { arbitrary: fc.oneof(...all), weight: 2 },
    { arbitrary: fc.oneof(...makes), weight: 1 }
  );
  steps = fc.array(step, { minLength: 1, maxLength: MOST });
});

test(
  'any sequence of requests, right or wrong, is answered as the description says, and never with a fault of the site',
  async () => {
    process.stdout.write(`FUZZ_SEED=${SEED} FUZZ_SECONDS=${SECONDS}\n`);
    const asked = new Map<string, number>();
    const { counterexample, errorInstance } = await fc.check(
      fc.asyncProperty(steps, async (sequence) => {
        const lines: string[] = [];
        for (const step of sequence) {
          const { status, line } = await send(step);
          lines.push(line);
          const kind = `${step.operationId} ${status < 300 ? 'done' : status}`;
          asked.set(kind, (asked.get(kind) ?? 0) + 1);
          const wrong = takeBreaches();
          if (status >= 500) wrong.push(`a fault: ${line}`);
          if (wrong.length > 0) {
            throw new Error(
              `${wrong.join('\n')}\nafter ${lines.join('\n')}\n${JSON.stringify(step)}`
            );
          }
        }
      }),
      {
        seed: SEED,
        numRuns: 1_000_000,
        interruptAfterTimeLimit: SECONDS * 1000,
        // Stops at the first failure, because shrinking needs the same data on the site.
        endOnFailure: true,
      }
    );
    if (process.env.FUZZ_COUNTS)
      process.stdout.write(`${JSON.stringify(Object.fromEntries([...asked].sort()), null, 1)}\n`);
    expect([counterexample && String(errorInstance), `FUZZ_SEED=${SEED}`]).toEqual([
      null,
      `FUZZ_SEED=${SEED}`,
    ]);
    const done = new Set([...asked.keys()].filter((kind) => kind.endsWith(' done')));
    expect(done.size).toBeGreaterThan(15);
  },
  SECONDS * 1000 + 60_000
);
