import { Box, Flex, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

import { Stack } from './stack';

export const List = ({ children }: { children: ReactNode }) => (
  <Stack tag="ul" gap={4} width="100%">
    {children}
  </Stack>
);

interface Props {
  title: ReactNode;
  /** Details under the title; an array is joined with dots, without its empty values. */
  said?: (string | false | null | undefined)[] | ReactNode;
  picture?: ReactNode;
  /** The buttons of the entry. */
  children?: ReactNode;
}

/** A list entry with a title, details, an optional picture and buttons. */
export const Item = ({ title, said, picture, children }: Props) => (
  <Flex tag="li" justifyContent="space-between" gap={3} wrap="wrap">
    <Flex gap={3} style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
      {picture}
      <Box style={{ minWidth: 0 }}>
        <Typography tag="div" fontWeight="bold">
          {title}
        </Typography>
        <Typography tag="div" variant="pi" textColor="neutral600">
          {Array.isArray(said) ? said.filter(Boolean).join(' · ') : said}
        </Typography>
      </Box>
    </Flex>
    <Flex gap={2} wrap="wrap">
      {children}
    </Flex>
  </Flex>
);
