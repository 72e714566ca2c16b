import { SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';

interface Props {
  name: string;
  'aria-label': string;
  options: { label: string; value: string }[];
}

/** The value of a filter, chosen by words. */
export const Choice = ({ name, options, 'aria-label': label }: Props) => {
  const { value, onChange } = useField<string>(name);
  return (
    <SingleSelect
      aria-label={label}
      value={value ?? ''}
      onChange={(chosen) => onChange(name, String(chosen))}
    >
      {options.map((option) => (
        <SingleSelectOption key={option.value} value={option.value}>
          {option.label}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
};
