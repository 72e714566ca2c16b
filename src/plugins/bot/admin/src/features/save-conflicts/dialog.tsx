import { Button, Flex, Typography } from '@strapi/design-system';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';

import { FieldDifferences } from '../../core/components/field-differences';
import { ModalFrame } from '../../core/components/modal-frame';
import { useCopy } from '../../core/components/use-copy';
import { differentFields } from '../../core/content-manager/different-fields';
import type { PublicationProps } from '../../core/content-manager/publication';
import { useLabelOf } from '../../core/content-manager/use-label-of';
import { useText } from '../../core/texts/texts';

import { useRefusedSave } from './use-refused-save';

/** In the edit view of a publication: a save that would undo what was saved since, with both texts and a choice. */
export const SaveConflictDialog = ({ model }: PublicationProps) => {
  const { say } = useText();
  const { contentType } = useContentManagerContext();
  const labelOf = useLabelOf(model);
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
      <Typography tag="p" paddingBottom={4}>
        {say('save-conflicts.what')}
      </Typography>
      <FieldDifferences
        legend={say('save-conflicts.legend')}
        labels={{ added: say('save-conflicts.mine'), removed: say('save-conflicts.theirs') }}
        fields={fields.map(({ name, mine: now, theirs: before }) => ({
          ...{ name, now, before },
          label: labelOf(name),
        }))}
      />
    </ModalFrame>
  );
};
