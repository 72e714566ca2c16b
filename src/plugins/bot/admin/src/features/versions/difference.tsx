import { Box, Typography } from '@strapi/design-system';
import { diffLines } from 'diff';

import { useText } from './texts';

const LOOKS = {
  added: { as: 'ins', sign: '+', background: 'success100', label: 'versions.only-now' },
  removed: { as: 'del', sign: '−', background: 'danger100', label: 'versions.only-then' },
  same: { as: 'div', sign: ' ', background: 'neutral0', label: undefined },
} as const;

/** Two texts line by line: what only the earlier one has, and what only the one of now has. */
export const Difference = ({ before, now }: { before: string; now: string }) => {
  const { say } = useText();

  return (
    <Box borderColor="neutral200" hasRadius overflow="auto" maxHeight="40vh" tabIndex={0}>
      {diffLines(before, now).map((part, index) => {
        const kind = part.added ? 'added' : part.removed ? 'removed' : 'same';
        const { as, sign, background, label } = LOOKS[kind];
        return (
          <Box
            key={index}
            tag={as}
            background={background}
            paddingLeft={3}
            paddingRight={3}
            display="block"
            style={{ textDecoration: 'none', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            aria-label={label && say(label)}
          >
            <Typography>{part.value.replace(/\n$/, '').replace(/^/gm, `${sign} `)}</Typography>
          </Box>
        );
      })}
    </Box>
  );
};
