import { Box } from '@strapi/design-system';
import type { ReactNode } from 'react';

interface Props {
  /** Of each at least; CSS. */
  width: string;
  children: ReactNode;
}

/** As many in a row as there is room for. */
export const SideBySide = ({ width, children }: Props) => (
  <Box
    display="grid"
    style={{
      gap: '1.6rem',
      gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${width}), 1fr))`,
    }}
  >
    {children}
  </Box>
);
