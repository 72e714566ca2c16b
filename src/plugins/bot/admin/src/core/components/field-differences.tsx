import { Flex, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

import { Difference, type DifferenceProps } from './difference';
import { Stack } from './stack';

interface Props extends Pick<DifferenceProps, 'labels'> {
  /** What the signs mean. */
  legend: string;
  fields: { name: string; label: string; before: string; now: string; action?: ReactNode }[];
}

/** What two versions of a record say differently, field by field. */
export const FieldDifferences = ({ legend, fields, labels }: Props) => (
  <Stack gap={4}>
    <Typography>{legend}</Typography>
    {fields.map(({ name, label, action, ...texts }) => (
      <Stack key={name} gap={1}>
        <Flex justifyContent="space-between" gap={2}>
          <Typography tag="h3" variant="delta">
            {label}
          </Typography>
          {action}
        </Flex>
        <Difference {...texts} labels={labels} />
      </Stack>
    ))}
  </Stack>
);
