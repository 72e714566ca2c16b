import { useDeferredValue, useState } from 'react';

import { TextField } from '../../core/components/text-field';
import { useText } from '../../core/texts/texts';

import { DeletedPublications } from './deleted-publications';

/** What was deleted, and the field to search it. */
export default function TrashTab() {
  const { say } = useText();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const label = say('page.today.search');
  return (
    <>
      <TextField
        name="trash-search"
        type="search"
        label={label}
        value={typed}
        onChange={setTyped}
      />
      <DeletedPublications search={search} />
    </>
  );
}
