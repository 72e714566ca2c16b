import { Box } from '@strapi/design-system';
import type { ReactNode } from 'react';

interface Props {
  /** The minimum width of a column; a CSS length. */
  width: string;
  children: ReactNode;
}

/** A grid with as many columns as fit. */
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
