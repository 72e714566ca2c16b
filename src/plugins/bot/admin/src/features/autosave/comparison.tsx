import { Button } from '@strapi/design-system';
import {
  unstable_useContentManagerContext as useContentManagerContext,
  useForm,
} from '@strapi/strapi/admin';
import mapValues from 'lodash/mapValues';

import { FieldDifferences } from '../../core/components/field-differences';
import { ModalFrame } from '../../core/components/modal-frame';
import { differentFields } from '../../core/content-manager/different-fields';
import type { Values } from '../../core/content-manager/fields';
import { useLabelOf } from '../../core/content-manager/use-label-of';
import { useText } from '../../core/texts/texts';

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
  // A field of a new form that nobody has typed into is not in it.
  const shown = { ...mapValues(changed, () => undefined), ...values };
  const fields = differentFields(changed, shown, contentType?.attributes ?? {})
    .filter(({ name }) => name in changed)
    .map(({ name, mine, theirs }) => ({ name, label: labelOf(name), before: theirs, now: mine }));
  return (
    <ModalFrame
      title={say('autosave.compare')}
      onClose={onClose}
      cancel={say('page.cancel')}
      footer={<Button onClick={onRestore}>{say('autosave.put-back')}</Button>}
    >
      <FieldDifferences
        legend={say('autosave.legend')}
        labels={{ added: say('autosave.typed'), removed: say('autosave.shown') }}
        fields={fields}
      />
    </ModalFrame>
  );
};
