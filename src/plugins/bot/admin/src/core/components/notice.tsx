import { Box, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

import { LongLabels } from './long-labels';
import { Stack } from './stack';

interface Props {
  color: 'primary' | 'warning' | 'danger';
  said: string;
  /** The buttons of the notice. */
  children: ReactNode;
}

/** A box under the buttons of the edit view that screen readers announce when it appears. */
export const Notice = ({ color, said, children }: Props) => (
  <Box
    role="status"
    background={`${color}100`}
    borderColor={`${color}200`}
    hasRadius
    padding={3}
    width="100%"
  >
    <Stack gap={3}>
      <Typography textColor="neutral800">{said}</Typography>
      <LongLabels>{children}</LongLabels>
    </Stack>
  </Box>
);
