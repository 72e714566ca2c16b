import { Box, Button, Flex, Grid, Modal, Typography } from '@strapi/design-system';
import {
  unstable_useContentManagerContext as useContentManagerContext,
  unstable_useDocumentLayout as useDocumentLayout,
  useClipboard,
  useNotification,
} from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';

import { publicationAttributes } from '../../core/content-manager/panel-metadata';
import { useText } from '../../core/texts/use-text';

import { differentFields, type DifferentField } from './different-fields';
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
  const intl = useIntl();
  const { metadatas } = useDocumentLayout(type).edit;
  /** As the form names the field. */
  const labelOf = (name: string): string => {
    const label = metadatas[name]?.label ?? name;
    return intl.formatMessage({
      id: `content-manager.content-types.${type}.${name}`,
      defaultMessage: label.charAt(0).toUpperCase() + label.slice(1),
    });
  };
  return fields.map(({ name, mine, theirs }) => (
    <Flex key={name} direction="column" alignItems="stretch" gap={2}>
      <Typography variant="delta" tag="h3">
        {labelOf(name)}
      </Typography>
      <Grid.Root gap={4}>
        <Side title={say('changed-since.mine')} text={mine} />
        <Side title={say('changed-since.theirs')} text={theirs} />
      </Grid.Root>
    </Flex>
  ));
};

const Dialog = () => {
  const { say } = useText();
  const { contentType, model } = useContentManagerContext();
  const { theirs, mine, keepMine, takeTheirs, close } = useRefusedSave();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  if (theirs === undefined) return null;
  const fields = differentFields(mine, theirs, contentType?.attributes ?? {});

  const copyMine = async (): Promise<void> => {
    if (await copy(fields.map((field) => field.mine).join('\n\n'))) {
      toggleNotification({ type: 'success', message: say('changed-since.copied') });
    }
  };

  return (
    <Modal.Root open onOpenChange={close}>
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{say('changed-since.title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={6}>
            <Typography>{say('changed-since.what')}</Typography>
            <BothTexts fields={fields} type={model} />
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={copyMine}>
            {say('changed-since.copy')}
          </Button>
          <Flex gap={2}>
            <Button variant="secondary" onClick={takeTheirs}>
              {say('changed-since.take-theirs')}
            </Button>
            <Button onClick={keepMine}>{say('changed-since.keep-mine')}</Button>
          </Flex>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};

/** In the edit view of a publication: a save that would undo what was saved since, with both texts and a choice. */
export const ChangedSinceDialog = () => {
  const { contentType, id } = useContentManagerContext();
  return publicationAttributes(contentType) === undefined || id === undefined ? null : (
    <Dialog key={id} />
  );
};
