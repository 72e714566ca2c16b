import { Button, Flex, Typography } from '@strapi/design-system';
import {
  unstable_useContentManagerContext as useContentManagerContext,
  useForm,
} from '@strapi/strapi/admin';

import { Difference } from '../../core/components/difference';
import { differentFields } from '../../core/content-manager/different-fields';
import type { Values } from '../../core/content-manager/fields';
import { useLabelOf } from '../../core/content-manager/use-label-of';
import { ModalFrame } from '../../core/components/modal-frame';

import { useText } from './texts';

interface Props {
  changed: Values;
  onClose: () => void;
  onRestore: () => void;
}

/** What was typed and not saved against what the form shows, field by field. */
export const Comparison = ({ changed, onClose, onRestore }: Props) => {
  const { say } = useText();
  const { contentType, model } = useContentManagerContext();
  const labelOf = useLabelOf(model);
  const values = useForm('Comparison', (form) => form.values) as Values;
  const labels = { added: say('autosave.typed'), removed: say('autosave.shown') };
  const fields = differentFields(changed, values, contentType?.attributes ?? {});
  return (
    <ModalFrame
      title={say('autosave.compare')}
      onClose={onClose}
      footer={
        <>
          <Button variant="tertiary" onClick={onClose}>
            {say('page.cancel')}
          </Button>
          <Button onClick={onRestore}>{say('autosave.put-back')}</Button>
        </>
      }
    >
      <Flex direction="column" alignItems="stretch" gap={4}>
        <Typography>{say('autosave.legend')}</Typography>
        {fields
          .filter(({ name }) => name in changed)
          .map(({ name, mine, theirs }) => (
            <Flex key={name} direction="column" alignItems="stretch" gap={1}>
              <Typography tag="h3" variant="delta">
                {labelOf(name)}
              </Typography>
              <Difference labels={labels} before={theirs} now={mine} />
            </Flex>
          ))}
      </Flex>
    </ModalFrame>
  );
};
