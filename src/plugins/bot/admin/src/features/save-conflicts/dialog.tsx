import { Box, Button, Flex, Grid, Typography } from '@strapi/design-system';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';

import { useCopy } from '../../core/components/use-copy';
import type { PublicationProps } from '../../core/content-manager/publication';

import { useLabelOf } from '../../core/content-manager/use-label-of';
import { differentFields, type DifferentField } from '../../core/content-manager/different-fields';
import { ModalFrame } from '../../core/components/modal-frame';
import { useText } from './texts';
import { useRefusedSave } from './use-refused-save';

const Side = ({ title, text }: { title: string; text: string }) => (
  <Grid.Item col={6} xs={12} direction="column" alignItems="stretch" gap={1}>
    <Typography variant="sigma" textColor="neutral600">
      {title}
    </Typography>
    <Box
      background="neutral100"
      borderColor="neutral200"
      hasRadius
      padding={3}
      maxHeight="40vh"
      overflow="auto"
      tabIndex={0}
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      <Typography>{text}</Typography>
    </Box>
  </Grid.Item>
);

const BothTexts = ({ fields, type }: { fields: DifferentField[]; type: string }) => {
  const { say } = useText();
  const labelOf = useLabelOf(type);
  return fields.map(({ name, mine, theirs }) => (
    <Flex key={name} direction="column" alignItems="stretch" gap={2}>
      <Typography variant="delta" tag="h3">
        {labelOf(name)}
      </Typography>
      <Grid.Root gap={4}>
        <Side title={say('save-conflicts.mine')} text={mine} />
        <Side title={say('save-conflicts.theirs')} text={theirs} />
      </Grid.Root>
    </Flex>
  ));
};

/** In the edit view of a publication: a save that would undo what was saved since, with both texts and a choice. */
export const SaveConflictDialog = ({ model }: PublicationProps) => {
  const { say } = useText();
  const { contentType } = useContentManagerContext();
  const { theirs, mine, keepMine, takeTheirs, close } = useRefusedSave();
  const copy = useCopy();
  if (theirs === undefined) return null;
  const fields = differentFields(mine, theirs, contentType?.attributes ?? {});
  const myText = fields.map((field) => field.mine).join('\n\n');

  return (
    <ModalFrame
      title={say('save-conflicts.title')}
      onClose={close}
      footer={
        <>
          <Button variant="tertiary" onClick={() => copy(myText, say('save-conflicts.copied'))}>
            {say('save-conflicts.copy')}
          </Button>
          <Flex gap={2}>
            <Button variant="secondary" onClick={takeTheirs}>
              {say('save-conflicts.take-theirs')}
            </Button>
            <Button onClick={keepMine}>{say('save-conflicts.keep-mine')}</Button>
          </Flex>
        </>
      }
    >
      <Flex direction="column" alignItems="stretch" gap={6}>
        <Typography>{say('save-conflicts.what')}</Typography>
        <BothTexts fields={fields} type={model} />
      </Flex>
    </ModalFrame>
  );
};
