import type { CheckReport, RuleResult } from './check';
import type { CleanedUp } from './clean-up';

const MARKS = { kept: 'ok  ', broken: 'FAIL', skipped: 'skip' } as const;

/** Formats the result of a rule for the terminal. */
export const lineOf = ({ name, says, result, why }: RuleResult): string =>
  `${MARKS[result]}  ${name}: ${says}${why === undefined ? '' : `\n      ${why}`}`;

const countOf = (rules: readonly RuleResult[], wanted: RuleResult['result']): number =>
  rules.filter(({ result }) => result === wanted).length;

/** Lines about a cleanup: the number of deleted items of killed checks, and each item that could not be deleted. */
export const expiredOf = ({ expired, left }: CleanedUp): string[] => [
  `Deleted ${expired} publications and materials that killed checks had left`,
  ...left.map((one) => `LEFT BEHIND: ${one}`),
];

/** Formats the summary of a check for the terminal, to be printed after its rules. */
export const summaryOf = (report: CheckReport): string => {
  const { address, publicAddress, ended, rules, milliseconds, named, made, left, expired } = report;
  const isElsewhere = !`${address}/`.startsWith(`${publicAddress}/`);
  return [
    ...(isElsewhere ? [`Proved at ${address}; the site calls itself ${publicAddress}`] : []),
    ...(ended === undefined ? [] : [`ENDED: ${ended}; what was not proved is skipped`]),
    `${countOf(rules, 'kept')} kept, ${countOf(rules, 'broken')} broken, ${countOf(rules, 'skipped')} skipped, in ${(milliseconds / 1_000).toFixed(1)} s`,
    `Made ${made.publications} publications and ${made.materials} materials, named "${named} ...", and deleted them`,
    ...(expired > 0 || left.length > 0 ? expiredOf(report) : []),
  ].join('\n');
};

const inXml = (text: string): string =>
  text
    // XML 1.0 does not allow these characters.
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const SAID = { kept: '', broken: 'failure', skipped: 'skipped' } as const;

/** Formats a check as a JUnit test suite. An early end and remaining items are failed test cases. */
const suiteOf = ({ address, ended, rules, milliseconds, left }: CheckReport): string => {
  const failure = (name: string, why: string): RuleResult => {
    return { name, says: '', result: 'broken', why, milliseconds: 0 };
  };
  const all: RuleResult[] = [
    ...rules,
    ...(ended === undefined ? [] : [failure('proved-to-the-end', ended)]),
    ...left.map((why) => failure('left-behind', why)),
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

/** Formats reports of sites as JUnit XML, for continuous integration. */
export const junitOf = (reports: readonly CheckReport[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...reports.map(suiteOf),
    '</testsuites>\n',
  ].join('\n');
