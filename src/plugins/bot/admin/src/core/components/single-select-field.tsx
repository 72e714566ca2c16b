import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';

interface Props<Value extends string> {
  name: string;
  label: string;
  value: Value;
  options: Record<Value, string>;
  onChange: (value: Value) => void;
}

export const SingleSelectField = <Value extends string>(props: Props<Value>) => {
  const { name, label, value, options, onChange } = props;
  return (
    <Field.Root name={name} width="100%">
      <Field.Label>{label}</Field.Label>
      <SingleSelect
        value={value}
        onChange={(selected: string | number) => onChange(selected as Value)}
      >
        {Object.entries<string>(options).map(([optionValue, optionLabel]) => (
          <SingleSelectOption key={optionValue} value={optionValue}>
            {optionLabel}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  );
};
