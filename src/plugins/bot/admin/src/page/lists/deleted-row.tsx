import { Box, Flex, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** What is said of it under its title. */
  said: string;
  /** What can be done with it. */
  children: ReactNode;
}

/** A line of a list of works that are deleted. */
export const DeletedRow = ({ title, said, children }: Props) => (
  <Flex tag="li" justifyContent="space-between" gap={3} wrap="wrap">
    <Box style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
      <Typography tag="p" fontWeight="bold">
        {title}
      </Typography>
      <Typography tag="p" variant="pi" textColor="neutral600">
        {said}
      </Typography>
    </Box>
    <Flex gap={2}>{children}</Flex>
  </Flex>
);
