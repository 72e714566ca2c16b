import { Button, Flex, Typography } from '@strapi/design-system';

import { FieldDifferences } from '../../core/components/field-differences';
import { ModalFrame } from '../../core/components/modal-frame';
import { useCopy } from '../../core/components/use-copy';
import { useDifferentFields } from '../../core/content-manager/different-fields';
import { useText } from '../../core/texts/texts';

import { useRefusedSave } from './use-refused-save';

/** A dialog of the edit view for a rejected save: shows the saved and the unsaved version, and lets the user choose. */
export const SaveConflictDialog = () => {
  const { t } = useText();
  const differentFields = useDifferentFields();
  const { theirs, mine, keepMine, takeTheirs, close } = useRefusedSave();
  const copy = useCopy();
  if (theirs === undefined) return null;
  const fields = differentFields(theirs, mine);
  const myText = fields.map(({ now }) => now).join('\n\n');

  return (
    <ModalFrame
      title={t('save-conflicts.title')}
      onClose={close}
      footer={
        <>
          <Button variant="tertiary" onClick={() => copy(myText, t('save-conflicts.copied'))}>
            {t('save-conflicts.copy')}
          </Button>
          <Flex gap={2}>
            <Button variant="secondary" onClick={takeTheirs}>
              {t('save-conflicts.take-theirs')}
            </Button>
            <Button onClick={keepMine}>{t('save-conflicts.keep-mine')}</Button>
          </Flex>
        </>
      }
    >
      <Typography tag="p" paddingBottom={4}>
        {t('save-conflicts.what')}
      </Typography>
      <FieldDifferences
        legend={t('save-conflicts.legend')}
        labels={{ added: t('save-conflicts.mine'), removed: t('save-conflicts.theirs') }}
        fields={fields}
      />
    </ModalFrame>
  );
};
