import { Field, TextInput } from '@strapi/design-system';
import { useDeferredValue, useState, type ChangeEvent } from 'react';

import { DeletedTexts } from './deleted-texts';
import { useText } from './texts';
import { TrashedPublications } from './trashed-publications';

/** What was deleted: whole publications in the trash, and texts of those that are not. */
export const TrashTab = () => {
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
      <TrashedPublications search={search} />
      <DeletedTexts search={search} />
    </>
  );
};
