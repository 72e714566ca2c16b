import {
  DatePicker,
  Field,
  Grid,
  SingleSelect,
  SingleSelectOption,
  TextInput,
} from '@strapi/design-system';

import type { TextKey } from '../../../core/texts/languages';
import { useText } from '../../../core/texts/use-text';

export interface Asked {
  day: Date;
  kind: string;
  who: string;
  search: string;
}

const KINDS = [
  'publication.created',
  'publication.updated',
  'publication.published',
  'publication.unpublished',
  'publication.deleted',
  'material.created',
  'material.updated',
  'material.deleted',
];
const WHO = ['bot', 'editor', 'api', 'worker', 'site'];
const ALL = 'all';

interface Props {
  asked: Asked;
  change: (changed: Partial<Asked>) => void;
}

interface ChoiceProps {
  name: 'kind' | 'who';
  values: string[];
}

/** By which day, kind, person and words the timeline is narrowed. */
export const Filters = ({ asked, change }: Props) => {
  const { say } = useText();
  const choice = ({ name, values }: ChoiceProps) => (
    <Field.Root name={name} width="100%">
      <Field.Label>{say(`page.today.${name}`)}</Field.Label>
      <SingleSelect
        value={asked[name] || ALL}
        onChange={(value) => change({ [name]: value === ALL ? '' : String(value) })}
      >
        <SingleSelectOption value={ALL}>{say('page.today.all')}</SingleSelectOption>
        {values.map((value) => (
          <SingleSelectOption key={value} value={value}>
            {say(`page.${name}.${value}` as TextKey)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  );
  return (
    <Grid.Root gap={4} gridCols={12}>
      <Grid.Item col={3} s={6} xs={12} alignItems="stretch">
        <Field.Root name="day" width="100%">
          <Field.Label>{say('page.today.day')}</Field.Label>
          <DatePicker
            value={asked.day}
            maxDate={new Date()}
            onChange={(day) => day && change({ day })}
            onClear={() => change({ day: new Date() })}
            clearLabel={say('page.today.now')}
          />
        </Field.Root>
      </Grid.Item>
      <Grid.Item col={3} s={6} xs={12} alignItems="stretch">
        {choice({ name: 'kind', values: KINDS })}
      </Grid.Item>
      <Grid.Item col={3} s={6} xs={12} alignItems="stretch">
        {choice({ name: 'who', values: WHO })}
      </Grid.Item>
      <Grid.Item col={3} s={6} xs={12} alignItems="stretch">
        <Field.Root name="search" width="100%">
          <Field.Label>{say('page.today.search')}</Field.Label>
          <TextInput
            type="search"
            value={asked.search}
            onChange={({ target }: { target: { value: string } }) =>
              change({ search: target.value })
            }
          />
        </Field.Root>
      </Grid.Item>
    </Grid.Root>
  );
};
