import { DateTimePicker, Field } from '@strapi/design-system';
import { memo } from 'react';

interface Props {
  name: string;
  label: string;
  /** An ISO 8601 time, or null for no time. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** The times that the calendar offers. Default: all. */
  range?: 'past' | 'future';
  isClearable?: boolean;
  disabled?: boolean;
}

const DateTimeInput = ({ name, label, value, onChange, range, isClearable, disabled }: Props) => (
  <Field.Root name={name}>
    <Field.Label>{label}</Field.Label>
    <DateTimePicker
      value={value === null ? undefined : new Date(value)}
      onChange={(date) => onChange(date?.toISOString() ?? null)}
      onClear={isClearable ? () => onChange(null) : undefined}
      minDate={range === 'future' ? new Date() : undefined}
      maxDate={range === 'past' ? new Date() : undefined}
      disabled={disabled}
      step={5}
    />
  </Field.Root>
);

/**
 * A field for a date and a time in the browser's time zone. Renders again only if the value or `disabled` changes,
 * because the design system's picker forgets a typed date whenever its parent renders. Changes of `onChange` and other
 * props have no effect until then.
 */
export const DateTimeField = memo(
  DateTimeInput,
  (before, after) => before.value === after.value && before.disabled === after.disabled
);
