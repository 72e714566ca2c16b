import type { Damage } from '../support/audit';
import type { Ledger } from './ledger';
import type { SharedWorks } from './shared-works';

/** All kinds of damage. Each is printed, also if its count is 0. */
const KINDS = [
  'impossible history',
  'undecided history',
  'lost publication',
  'lost material',
  'effect done twice',
  'wrong status',
  'wrong content',
  'wrong public page',
  'not published in time',
  'unreported',
  'wrong change',
  'change not told',
  'change told twice',
  'changes out of order',
  'wrong cascade',
  'wrong restore',
  'wrong answer',
  'answer not repeated',
  'address changed',
  'deleted publication is back',
  'deleted material is there',
  'two published rows',
  'not one draft row',
  'slug used twice',
  'dead media link',
  'row without bytes',
  'broken bytes',
  'bytes without a row',
  'row and removal',
  'removal not done',
  'claim left',
  'temp file left',
  'broken database',
  'server ended by itself',
];

const line = (name: string, value: number | string): string => `  ${name.padEnd(44)} ${value}`;

/** Formats the result of a run. */
export const formatReport = (
  { counts, done, statuses, publications, materials }: Ledger,
  { all }: SharedWorks,
  faults: Map<string, number>,
  leftBehind: number,
  damage: Damage[]
): string =>
  [
    'What was done',
    ...[...faults].map(([name, value]) => line(name, value)),
    line('requests', counts.requests),
    line('retries', counts.retries),
    line('  connection refused', counts.refused),
    line('  cut off by a kill', counts.cutOff),
    line('answers asked for again', counts.replayed),
    ...[...done].map(([name, value]) => line(`${name} done`, value)),
    ...[...statuses]
      .sort(([one], [other]) => one - other)
      .map(([name, value]) => line(`answers ${name}`, value)),
    line('changes read from the feed', counts.changesRead),
    line('webhooks taken', counts.webhooksTaken),
    line('  not taken at first', counts.webhooksFailed),
    line('publications told', publications.length),
    line('materials told', materials.length),
    line('histories checked', all.length),
    line('  operations in them', all.flatMap(({ history }) => history).length),
    line('removals left by kills', leftBehind),
    'Damage',
    ...KINDS.map((kind) => line(kind, damage.filter((one) => one.kind === kind).length)),
    ...damage.slice(0, 100).map(({ kind, detail }) => `! ${kind}: ${detail}`),
    damage.length === 0 ? 'No damage.' : `${damage.length} cases of damage.`,
  ].join('\n');
