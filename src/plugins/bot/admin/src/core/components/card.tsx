import { Box, Flex, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

import { FlexColumn } from './flex-column';

/** A section of a page with a heading. */
export const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box
    tag="section"
    aria-label={title}
    background="neutral0"
    hasRadius
    shadow="tableShadow"
    padding={5}
    style={{ minWidth: 0 }}
  >
    <FlexColumn gap={3}>
      <Typography tag="h2" variant="delta">
        {title}
      </Typography>
      {children}
    </FlexColumn>
  </Box>
);

/** A label and its value, side by side where there is room. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Flex
    justifyContent="space-between"
    alignItems="flex-start"
    gap={4}
    wrap="wrap"
    style={{ overflowWrap: 'anywhere' }}
  >
    <Typography textColor="neutral600">{name}</Typography>
    <Typography tag="div" style={{ minWidth: 0 }}>
      {children}
    </Typography>
  </Flex>
);
