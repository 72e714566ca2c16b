import { XMLParser } from 'fast-xml-parser';

import { check, RULES } from '../src/check/check';
import { junitOf, lineOf, summaryOf } from '../src/check/report';

import { FAULTS, type Fault } from './fake-site/faults';
import { startFakeSite } from './fake-site/server';

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

test('a check that is interrupted deletes what it has made', async () => {
  const controller = new AbortController();
  const site = await startFakeSite();
  const { address, token } = site;
  const onResult = () => controller.abort();
  const report = await check({ address, token, signal: controller.signal, onResult });
  expect(report.ok).toBe(false);
  expect(report.rules.some(({ why }) => why === 'The check was interrupted')).toBe(true);
  expect(sizesOf(site.library)).toEqual([0, 0, 0]);
  await site.stop();
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
