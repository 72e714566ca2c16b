import { Flex, type FlexProps } from '@strapi/design-system';

/** One below the other, over the whole width. */
export const Stack = ((props: FlexProps) => (
  <Flex direction="column" alignItems="stretch" {...props} />
)) as typeof Flex;
