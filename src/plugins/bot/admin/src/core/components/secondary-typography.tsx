import { Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

/** A small grey text for secondary information. */
export const SecondaryTypography = ({ children }: { children: ReactNode }) => (
  <Typography tag="p" variant="pi" textColor="neutral600">
    {children}
  </Typography>
);
