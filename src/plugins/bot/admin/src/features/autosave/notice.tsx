import { Button } from '@strapi/design-system';
import { useForm } from '@strapi/strapi/admin';
import mapValues from 'lodash/mapValues';
import { useState } from 'react';

import { FieldDifferences } from '../../core/components/field-differences';
import { ModalFrame } from '../../core/components/modal-frame';
import { Notice } from '../../core/components/notice';
import { useDifferentFields } from '../../core/content-manager/different-fields';
import type { Values } from '../../core/content-manager/fields';
import { useText } from '../../core/texts/texts';

import { useAutosave } from './use-autosave';

interface ComparisonProps {
  changed: Values;
  onClose: () => void;
  onRestore: () => void;
}

/** Compares unsaved changes with the current form, field by field. */
const Comparison = ({ changed, onClose, onRestore }: ComparisonProps) => {
  const { t } = useText();
  const differentFields = useDifferentFields();
  const values = useForm('Comparison', (form) => form.values) as Values;
  // A new form has no value for a field before the user types into it.
  const shown = { ...mapValues(changed, () => undefined), ...values };
  return (
    <ModalFrame
      title={t('autosave.compare')}
      onClose={onClose}
      cancel={t('page.cancel')}
      footer={<Button onClick={onRestore}>{t('autosave.restore')}</Button>}
    >
      <FieldDifferences
        legend={t('autosave.legend')}
        labels={{ added: t('autosave.typed'), removed: t('autosave.shown') }}
        fields={differentFields(shown, changed).filter(({ name }) => name in changed)}
      />
    </ModalFrame>
  );
};

/**
 * A notice under the buttons of the edit view that offers the user's unsaved changes, from this browser or from another
 * one.
 */
export const AutosaveNotice = () => {
  const { t, formatDateTime } = useText();
  const { offer, restore, discard } = useAutosave();
  const [isCompared, setIsCompared] = useState(false);
  if (offer === undefined) return null;
  return (
    <Notice color="warning" text={t('autosave.offer', { at: formatDateTime(offer.at) })}>
      <Button variant="secondary" onClick={restore}>
        {t('autosave.restore')}
      </Button>
      <Button variant="tertiary" onClick={() => setIsCompared(true)}>
        {t('autosave.compare')}
      </Button>
      <Button variant="tertiary" onClick={discard}>
        {t('autosave.discard')}
      </Button>
      {isCompared && (
        <Comparison
          changed={offer.changed}
          onClose={() => setIsCompared(false)}
          onRestore={restore}
        />
      )}
    </Notice>
  );
};
