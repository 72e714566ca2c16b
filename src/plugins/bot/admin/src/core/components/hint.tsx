import { Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

/** What is said beside something more important. */
export const Hint = ({ children }: { children: ReactNode }) => (
  <Typography tag="p" variant="pi" textColor="neutral600">
    {children}
  </Typography>
);
