import { Box, Button, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import { useFetchClient, useNotification, useRBAC } from '@strapi/strapi/admin';
import { useState } from 'react';

import { useText } from '../../core/texts/use-text';

import { usePicturesWithoutText, type Picture } from './pictures-without-text';

/** Of Strapi's upload plugin. */
const MAY_CHANGE = [{ action: 'plugin::upload.assets.update', subject: null }];

/** Asks for the alternative text of one picture, and writes it into the Media Library. */
const Question = ({ picture, onSaved }: { picture: Picture; onSaved: () => void }) => {
  const { say } = useText();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const [typed, setTyped] = useState('');
  const [isSaving, setIsSaving] = useState(false);

  const save = async (): Promise<void> => {
    setIsSaving(true);
    const body = new FormData();
    // What is not named stays as it is.
    body.append('fileInfo', JSON.stringify({ alternativeText: typed.trim() }));
    try {
      await post(`/upload?id=${picture.id}`, body);
      onSaved();
    } catch {
      toggleNotification({ type: 'danger', message: say('alternative-text.failed') });
      setIsSaving(false);
    }
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Field.Root name={`alternative-text-${picture.id}`}>
        <Field.Label style={{ overflowWrap: 'anywhere' }}>{picture.name}</Field.Label>
        <TextInput
          value={typed}
          onChange={(event: { target: { value: string } }) => setTyped(event.target.value)}
        />
      </Field.Root>
      <Button
        variant="tertiary"
        disabled={typed.trim() === ''}
        loading={isSaving}
        onClick={() => void save()}
      >
        {say('alternative-text.save')}
      </Button>
    </Flex>
  );
};

/** Under the buttons of a publication: asks for the alternative texts of pictures as they are added. */
export const AskForAlternativeTexts = () => {
  const { say } = useText();
  const pictures = usePicturesWithoutText();
  const [told, setTold] = useState<number[]>([]);
  const { allowedActions } = useRBAC(MAY_CHANGE);
  const asked = pictures.filter(({ id }) => !told.includes(id));
  if (asked.length === 0 || !allowedActions.canUpdate) return null;
  return (
    <Box role="group" aria-label={say('alternative-text.title')} width="100%" paddingTop={2}>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Typography fontWeight="bold">{say('alternative-text.title')}</Typography>
        <Typography variant="pi" textColor="neutral600">
          {say('alternative-text.says')}
        </Typography>
        {asked.map((picture) => (
          <Question
            key={picture.id}
            picture={picture}
            onSaved={() => setTold((before) => [...before, picture.id])}
          />
        ))}
      </Flex>
    </Box>
  );
};
