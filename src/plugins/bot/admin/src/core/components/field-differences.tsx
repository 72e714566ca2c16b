import { Box, Flex, Typography } from '@strapi/design-system';
import { diffLines, diffWordsWithSpace, type Change } from 'diff';
import { useMemo, type ReactNode } from 'react';

import { FlexColumn } from './flex-column';

/** The number of characters above which two passages are not compared word by word, since that takes too long. */
const LONG = 20_000;
/**
 * Time limit in milliseconds for comparing two texts. After a timeout, both texts are shown in full, one after the
 * other.
 */
const DIFF_TIMEOUT = 1_000;
/** The number of unchanged lines shown around a change. */
const CONTEXT_LINES = 2;

const LOOKS = {
  added: { as: 'ins', sign: '+', background: 'success100', words: 'success200' },
  removed: { as: 'del', sign: '−', background: 'danger100', words: 'danger200' },
  same: { as: 'div', sign: ' ', background: 'neutral0', words: 'neutral0' },
} as const;

type Kind = keyof typeof LOOKS;

const kindOf = ({ added, removed }: Change): Kind =>
  added ? 'added' : removed ? 'removed' : 'same';

/** The changed lines of one text, with the words that differ marked. */
const wordsOf = (part: Change, other: Change | undefined): Change[] => {
  const kind = kindOf(part);
  const isPair = other !== undefined && kindOf(other) !== 'same' && kindOf(other) !== kind;
  if (!isPair || kind === 'same' || part.value.length + other.value.length > LONG) return [part];
  const [before, now] = part.removed ? [part, other] : [other, part];
  return diffWordsWithSpace(before.value, now.value).filter(
    (word) => kindOf(word) === 'same' || kindOf(word) === kind
  );
};

const linesOf = (before: string, now: string): Change[] =>
  diffLines(before, now, { timeout: DIFF_TIMEOUT }) ?? [
    { value: before, removed: true, added: false, count: 1 },
    { value: now, removed: false, added: true, count: 1 },
  ];

/** Shortens unchanged lines to those near a change. */
const shortened = (same: string, isFirst: boolean, isLast: boolean): string => {
  const lines = same.split(/(?<=\n)/);
  const [start, end] = [isFirst ? 0 : CONTEXT_LINES, lines.length - (isLast ? 0 : CONTEXT_LINES)];
  return end - start > 1 ? [...lines.slice(0, start), '⋯\n', ...lines.slice(end)].join('') : same;
};

interface DifferenceProps {
  before: string;
  now: string;
  /** Labels for screen readers: text that only the new or only the old version has. */
  labels: { added: string; removed: string };
}

/** The difference of two texts: line by line, and word by word in changed lines. */
const Difference = ({ before, now, labels }: DifferenceProps) => {
  const parts = useMemo(() => linesOf(before, now), [before, now]);
  return (
    <Box borderColor="neutral200" hasRadius overflow="auto" maxHeight="40vh" tabIndex={0}>
      {parts.map((part, index) => {
        const kind = kindOf(part);
        const { as, sign, background, words } = LOOKS[kind];
        const other = part.removed ? parts[index + 1] : parts[index - 1];
        const isEnd = index === parts.length - 1;
        const value = kind === 'same' ? shortened(part.value, index === 0, isEnd) : part.value;
        const shown = wordsOf({ ...part, value }, other);
        const last = shown.length - 1;
        return (
          <Box
            key={index}
            tag={as}
            background={background}
            paddingLeft={3}
            paddingRight={3}
            display="block"
            style={{ textDecoration: 'none', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            aria-label={kind === 'same' ? undefined : labels[kind]}
          >
            <Typography>
              {`${sign} `}
              {shown.map((word, at) => {
                const text = at === last ? word.value.replace(/\n$/, '') : word.value;
                const isChanged = shown.length > 1 && kindOf(word) === kind;
                return (
                  <Box key={at} tag="span" background={isChanged ? words : undefined}>
                    {text.replaceAll('\n', `\n${sign} `)}
                  </Box>
                );
              })}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
};

interface Props extends Pick<DifferenceProps, 'labels'> {
  /** An explanation of the signs − and +. */
  legend: string;
  fields: { name: string; label: string; before: string; now: string; action?: ReactNode }[];
}

/** The differences of two versions of a record, field by field. */
export const FieldDifferences = ({ legend, fields, labels }: Props) => (
  <FlexColumn gap={4}>
    <Typography>{legend}</Typography>
    {fields.map(({ name, label, action, ...texts }) => (
      <FlexColumn key={name} gap={1}>
        <Flex justifyContent="space-between" gap={2}>
          <Typography tag="h3" variant="delta">
            {label}
          </Typography>
          {action}
        </Flex>
        <Difference {...texts} labels={labels} />
      </FlexColumn>
    ))}
  </FlexColumn>
);
