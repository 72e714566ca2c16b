import { Box, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';

import { text } from '../../core/texts/text';

import type { WorkFile } from './work';

const HOW: Record<string, ReturnType<typeof text> | undefined> = {
  text: text('work.in-text'),
};

interface FileProps {
  file: WorkFile;
  /** What else there is to say of it. */
  children?: ReactNode;
}

/** A file by its name and kind, and where else it is used. */
export const FileUses = ({ file, children }: FileProps) => {
  const intl = useIntl();
  const { name, mime, works, isUsedElsewhere } = file;
  const others = works.map(({ title, how }) => {
    const where = how.map((way) => HOW[way]).find((one) => one !== undefined);
    return where === undefined ? `“${title}”` : `“${title}” (${intl.formatMessage(where)})`;
  });
  if (isUsedElsewhere) others.push(intl.formatMessage(text('work.other-records')));

  return (
    <Box tag="li">
      <Typography tag="p" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography tag="p" variant="pi" textColor="neutral600">
        {mime}
      </Typography>
      {others.length > 0 && (
        <Typography tag="p" variant="pi" textColor="neutral600">
          {intl.formatMessage(text('work.also-in'), {
            works: intl.formatList(others, { type: 'conjunction' }),
          })}
        </Typography>
      )}
      {children}
    </Box>
  );
};
