import type { CheckReport, RuleResult } from './check';

const MARKS = { kept: 'ok  ', broken: 'FAIL', skipped: 'skip' } as const;

/** A rule for people. */
export const lineOf = ({ name, says, result, why }: RuleResult): string =>
  `${MARKS[result]}  ${name}: ${says}${why === undefined ? '' : `\n      ${why}`}`;

const countOf = (rules: readonly RuleResult[], wanted: RuleResult['result']): number =>
  rules.filter(({ result }) => result === wanted).length;

/** What follows the rules, for people. */
export const summaryOf = ({ rules, milliseconds, named, made, left }: CheckReport): string => {
  const lines = [
    `${countOf(rules, 'kept')} kept, ${countOf(rules, 'broken')} broken, ${countOf(rules, 'skipped')} skipped, in ${(milliseconds / 1_000).toFixed(1)} s`,
    `Made ${made.publications} publications and ${made.materials} materials, named "${named} ...", and deleted them`,
  ];
  return [...lines, ...left.map((one) => `LEFT BEHIND: ${one}`)].join('\n');
};

const inXml = (text: string): string =>
  text
    // What XML 1.0 cannot hold.
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const SAID = { kept: '', broken: 'failure', skipped: 'skipped' } as const;

const suiteOf = ({ address, rules, milliseconds, left }: CheckReport): string => {
  const all: RuleResult[] = [
    ...rules,
    ...left.map((why): RuleResult => {
      return { name: 'left-behind', says: '', result: 'broken', why, milliseconds: 0 };
    }),
  ];
  const cases = all.map(({ name, says, result, why = '', milliseconds: took }) => {
    const inner = result === 'kept' ? '' : `<${SAID[result]} message="${inXml(why)}"/>`;
    const text = inXml(`${name}: ${says}`);
    return `  <testcase classname="fleet-bot" name="${text}" time="${took / 1_000}">${inner}</testcase>`;
  });
  return [
    `<testsuite name="${inXml(address)}" tests="${all.length}" failures="${countOf(all, 'broken')}" skipped="${countOf(all, 'skipped')}" time="${milliseconds / 1_000}">`,
    ...cases,
    '</testsuite>',
  ].join('\n');
};

/** Reports of sites for continuous integration, as JUnit writes them. */
export const junitOf = (reports: readonly CheckReport[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...reports.map(suiteOf),
    '</testsuites>\n',
  ].join('\n');
