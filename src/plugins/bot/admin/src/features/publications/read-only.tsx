/*
 * Relies on: the elements of the edit view of `@strapi/content-manager` 5.54: a `form` in `main`, with native fields.
 * Breaks if: the notice is outside of `main`, or fields have other elements.
 * Checked by: `tests/panel/an-editors-day.long.test.ts`
 */
import { Typography } from '@strapi/design-system';
import { useEffect, useRef } from 'react';

import { changeActions } from '../../core/content-manager/actions';
import { useIsLocked, type PublicationProps } from '../../core/content-manager/publication';
import { useText } from '../../core/texts/texts';

const FIELDS = 'input, textarea, select, [role=combobox]';

const lock = (form: Element): void =>
  form.querySelectorAll<HTMLInputElement>(FIELDS).forEach((field) => {
    if (field.closest('.bot-writing')) return;
    field.disabled = true;
    field.style.opacity = '0.7';
    field.style.cursor = 'not-allowed';
  });

/**
 * Disables all fields of a publication that the user may not change, and explains why. Strapi ignores conditions of
 * roles, such as "is the creator", in the form, and rejects only the save.
 */
export const ReadOnlyNotice = ({ model, documentId }: PublicationProps) => {
  const { t } = useText();
  const place = useRef<HTMLParagraphElement>(null);
  const isLocked = useIsLocked(model, documentId);
  useEffect(() => {
    const form = place.current?.closest('main')?.querySelector('form');
    if (!isLocked || !form) return undefined;
    lock(form);
    const observer = new MutationObserver(() => lock(form));
    observer.observe(form, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [isLocked]);
  return (
    <Typography ref={place} role="status" tag="p" textColor="neutral800">
      {isLocked && t('work.read-only')}
    </Typography>
  );
};

/** Disables the save and publish buttons if the user may not change the publication. */
export const disableWithoutPermission = changeActions(
  ['update', 'publish'],
  (description, props) => {
    const documentId = 'documentId' in props ? props.documentId : undefined;
    const isLocked = useIsLocked(props.model, documentId);
    return description && isLocked ? { ...description, disabled: true } : description;
  }
);
