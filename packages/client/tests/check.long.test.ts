import { XMLParser } from 'fast-xml-parser';

import { createClient } from '../src';
import { check, RULES, type RuleResult } from '../src/check/check';
import { cleanUp } from '../src/check/clean-up';
import { ACCESS } from '../src/check/rules/access';
import { junitOf, lineOf, summaryOf } from '../src/check/report';

import { FAULTS, type Fault } from './fake-site/faults';
import { startFakeSite } from './fake-site/server';
import { answering, refused } from './scripted-site';

type FakeSite = Awaited<ReturnType<typeof startFakeSite>>;

const checkWith = async (
  fault?: Fault,
  options: { only?: string[]; signal?: AbortSignal } = {}
) => {
  const site = await startFakeSite(fault);
  try {
    const report = await check({
      address: site.address,
      token: site.token,
      waiting: 2_500,
      ...options,
    });
    return { report, library: site.library };
  } finally {
    await site.stop();
  }
};

const sizesOf = ({ publications, materials, uploads }: FakeSite['library']) =>
  [publications, materials, uploads].map(({ size }) => size);

test('a site that keeps every rule passes, and has nothing of the check in the end', async () => {
  const { report, library } = await checkWith();
  expect(report.rules.filter(({ result }) => result !== 'kept')).toEqual([]);
  expect(report).toMatchObject({ ok: true, left: [] });
  expect(report.rules.map(({ name }) => name).sort()).toEqual(RULES.map(({ name }) => name).sort());
  expect(sizesOf(library)).toEqual([0, 0, 0]);
});

test.each(Object.entries(FAULTS) as [Fault, string][])(
  'a site of which "%s" breaks the rule %s',
  async (fault, rule) => {
    const others = rule === 'answers-as-described' ? ['unknown-ids', 'list-order', rule] : [rule];
    const { report } = await checkWith(fault, { only: others });
    expect(report.ok).toBe(false);
    expect(report.rules.find(({ name }) => name === rule)).toMatchObject({
      result: 'broken',
      why: expect.stringMatching(/\S/) as string,
    });
  },
  30_000
);

test('each rule is one that a site can break', () => {
  expect([...new Set(Object.values(FAULTS))].sort()).toEqual(RULES.map(({ name }) => name).sort());
});

test('a check that is interrupted deletes what it has made, and tells what it has proved', async () => {
  const controller = new AbortController();
  const site = await startFakeSite();
  const { address, token } = site;
  const ruleResults: RuleResult[] = [];
  const onResult = (result: RuleResult) => {
    ruleResults.push(result);
    controller.abort();
  };
  const report = await check({ address, token, signal: controller.signal, onResult });
  expect(report).toMatchObject({ ok: false, ended: 'The check was interrupted', left: [] });
  expect(ruleResults.map(({ result }) => result)).toEqual(['kept']);
  const results = report.rules.map(({ result }) => result);
  expect(new Set(results)).toEqual(new Set(['kept', 'skipped']));
  expect(summaryOf(report)).toMatch(/^ENDED: The check was interrupted/m);
  expect(junitOf([report])).toMatch(/failures="1"[^]*proved-to-the-end[^]*was interrupted/);
  expect(sizesOf(site.library)).toEqual([0, 0, 0]);
  await site.stop();
});

test('what a killed check has left is deleted after an hour by the next one, and nothing else', async () => {
  const site = await startFakeSite();
  const { address, token, library } = site;
  const { publications, materials } = createClient({ address, token });
  const names = [2, 0.5].map((hours) => {
    const begun = Date.now() - hours * 3_600_000;
    return `Check by fleet-bot ${begun.toString(36)} 1`;
  });
  for (const name of [...names, 'Check by fleet-bot and others']) {
    await publications.create({ title: name, externalId: name });
    await publications.create({ title: name });
    await materials.upload(Buffer.from('Words.\n'), { name: `${name} a.txt`, filename: 'a.txt' });
  }
  expect(await cleanUp({ address, token })).toEqual({ left: [], expired: 2 });
  expect(sizesOf(library)).toEqual([5, 2, 0]);
  const { expired, left } = await check({ address, token, only: ['health-is-public'] });
  expect([expired, left]).toEqual([0, []]);
  expect(sizesOf(library)).toEqual([5, 2, 0]);
  await site.stop();
});

test('a check brings four wrong tokens, so that ten of them in a row raise no alarm', async () => {
  const asked = jest.spyOn(globalThis, 'fetch');
  const { report } = await checkWith(undefined, { only: ACCESS.map(({ name }) => name) });
  expect(report.ok).toBe(true);
  const tokens = asked.mock.calls.map(([, init]) =>
    new Headers(init?.headers).get('authorization')
  );
  asked.mockRestore();
  const [right] = tokens.filter((token) => token?.includes('token-of-the-fake-site'));
  expect(tokens.filter((token) => token !== null && token !== right)).toHaveLength(4);
});

test('what is asked too often is skipped', async () => {
  const { address, stop } = await answering(refused('too-many-wrong-tokens'));
  const only = ['token-required', 'token-compared', 'token-in-header-only', 'greeting'];
  const report = await check({ address, token: 't', only });
  const why = '429 too-many-wrong-tokens: asked too often';
  expect(report.rules.map((one) => [one.result, one.why])).toEqual(
    only.map(() => ['skipped', why])
  );
  await stop();
});

test('pages are asked at the address that was given, and the report says that', async () => {
  const { report } = await checkWith('the public address does not answer', {
    only: ['publish', 'answers-as-described'],
  });
  expect(report.rules.map(({ result }) => result)).toEqual(['kept', 'kept']);
  expect(summaryOf(report)).toMatch(/^Proved at \S+; the site calls itself http:\/\/127.0.0.1:9$/m);
});

test('the reports for people and for machines tell the same', async () => {
  const { report } = await checkWith('limits are not told', { only: ['limits-told', 'clock'] });
  const lines = report.rules.map(lineOf);
  expect(lines).toContainEqual(expect.stringMatching(/^FAIL {2}limits-told: .*\n +RateLimit has/));
  expect(summaryOf(report)).toMatch(/^1 kept, 1 broken, 0 skipped, in \d/);
  const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(junitOf([report])) as {
    testsuites: { testsuite: Record<string, unknown> & { testcase: Record<string, unknown>[] } };
  };
  const { testsuite } = testsuites;
  expect(testsuite).toMatchObject({ '@_tests': '2', '@_failures': '1', '@_skipped': '0' });
  expect(testsuite.testcase.filter((one) => 'failure' in one)).toHaveLength(1);
});
