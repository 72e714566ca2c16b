import { Field, Flex, TextInput } from '@strapi/design-system';
import { useDeferredValue, useState } from 'react';

import { useText } from '../../core/texts/use-text';

import { DeletedTexts } from './deleted-texts';
import { TrashedWorks } from './trashed-works';

/** What was deleted: whole works in the trash, and texts of those that are not. */
export const TrashTab = ({ contentType }: { contentType: string }) => {
  const { say } = useText();
  const [search, setSearch] = useState('');
  const asked = useDeferredValue(search);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Field.Root name="trash-search" width="100%">
        <Field.Label>{say('page.today.search')}</Field.Label>
        <TextInput
          type="search"
          value={search}
          onChange={({ target }: { target: { value: string } }) => setSearch(target.value)}
        />
      </Field.Root>
      <TrashedWorks key={`trash ${asked}`} search={asked} />
      <DeletedTexts key={`texts ${asked}`} search={asked} contentType={contentType} />
    </Flex>
  );
};
