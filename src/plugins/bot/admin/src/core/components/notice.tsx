import { Box, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

import { LongLabels } from './long-labels';
import { FlexColumn } from './flex-column';

interface Props {
  color: 'primary' | 'warning' | 'danger';
  text: string;
  children: ReactNode;
}

/** A box under the buttons of the edit view that screen readers announce when it appears. */
export const Notice = ({ color, text, children }: Props) => (
  <Box
    role="status"
    background={`${color}100`}
    borderColor={`${color}200`}
    hasRadius
    padding={3}
    width="100%"
  >
    <FlexColumn gap={3}>
      <Typography textColor="neutral800">{text}</Typography>
      <LongLabels>{children}</LongLabels>
    </FlexColumn>
  </Box>
);
