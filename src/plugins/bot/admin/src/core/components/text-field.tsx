import { Field, TextInput, type TextInputProps } from '@strapi/design-system';
import type { ChangeEvent } from 'react';

interface Props extends Omit<TextInputProps, 'onChange'> {
  name: string;
  label: string;
  onChange: (typed: string) => void;
}

export const TextField = ({ name, label, onChange, ...input }: Props) => (
  <Field.Root name={name} width="100%">
    <Field.Label style={{ overflowWrap: 'anywhere' }}>{label}</Field.Label>
    <TextInput
      {...input}
      onChange={({ target }: ChangeEvent<HTMLInputElement>) => onChange(target.value)}
    />
  </Field.Root>
);
