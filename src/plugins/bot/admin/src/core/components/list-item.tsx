import { Box, Flex, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

import { FlexColumn } from './flex-column';

export const List = ({ children }: { children: ReactNode }) => (
  <FlexColumn tag="ul" gap={4} width="100%">
    {children}
  </FlexColumn>
);

interface Props {
  title: ReactNode;
  /** Details under the title; an array is joined with dots, without its empty values. */
  details?: (string | false | null | undefined)[] | ReactNode;
  picture?: ReactNode;
  children?: ReactNode;
}

/** A list entry with a title, details, an optional picture and buttons. */
export const ListItem = ({ title, details, picture, children }: Props) => (
  <Flex tag="li" justifyContent="space-between" gap={3} wrap="wrap">
    <Flex gap={3} style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
      {picture}
      <Box style={{ minWidth: 0 }}>
        <Typography tag="div" fontWeight="bold">
          {title}
        </Typography>
        <Typography tag="div" variant="pi" textColor="neutral600">
          {Array.isArray(details) ? details.filter(Boolean).join(' · ') : details}
        </Typography>
      </Box>
    </Flex>
    <Flex gap={2} wrap="wrap">
      {children}
    </Flex>
  </Flex>
);
