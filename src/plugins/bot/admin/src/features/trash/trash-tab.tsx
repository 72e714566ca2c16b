import { Field, TextInput } from '@strapi/design-system';
import { useDeferredValue, useState, type ChangeEvent } from 'react';

import { DeletedPublications } from './deleted-publications';
import { useText } from './texts';

/** What was deleted, and the field to search it. */
export default function TrashTab() {
  const { say } = useText();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  return (
    <>
      <Field.Root name="trash-search" width="100%">
        <Field.Label>{say('page.today.search')}</Field.Label>
        <TextInput
          type="search"
          value={typed}
          onChange={({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value)}
        />
      </Field.Root>
      <DeletedPublications search={search} />
    </>
  );
}
