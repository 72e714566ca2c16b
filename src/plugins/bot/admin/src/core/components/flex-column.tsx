import { Flex, type FlexProps } from '@strapi/design-system';

/** A vertical `Flex` whose children have the full width. */
export const FlexColumn = ((props: FlexProps) => (
  <Flex direction="column" alignItems="stretch" {...props} />
)) as typeof Flex;
