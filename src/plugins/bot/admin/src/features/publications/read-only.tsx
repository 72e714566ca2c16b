import type { PublicationFacts } from '@fleet-bot/protocol';
import { Typography } from '@strapi/design-system';
import { useEffect, useRef } from 'react';

import { changeActions } from '../../core/content-manager/actions';
import type { PublicationProps } from '../../core/content-manager/publication';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

const useFacts = (model: string, documentId: string | undefined) =>
  useAnswer<PublicationFacts | null>(documentId && `/bot/works/${model}/${documentId}`).data;

const FIELDS = 'input, textarea, select, [role=combobox], [contenteditable=true]';

const lock = (form: Element): void =>
  form.querySelectorAll<HTMLInputElement>(FIELDS).forEach((field) => {
    if (field.isContentEditable) field.contentEditable = 'false';
    else field.disabled = true;
  });

/**
 * Under the buttons of a publication that this person may not change: says so, and locks its fields. Strapi looks at
 * conditions of a role, such as "is the creator", for the list alone, and refuses the save.
 */
export const ReadOnlyNotice = ({ model, documentId }: PublicationProps) => {
  const { say } = useText();
  const place = useRef<HTMLParagraphElement>(null);
  const isLocked = useFacts(model, documentId)?.canChange === false;
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
      {isLocked && say('work.read-only')}
    </Typography>
  );
};

/** The same buttons, but those that save are off for who may not change the publication. */
export const whileOneMayChange = changeActions(['update', 'publish'], (description, props) => {
  const documentId = 'documentId' in props ? props.documentId : undefined;
  const isLocked = useFacts(props.model, documentId)?.canChange === false;
  return description && isLocked ? { ...description, disabled: true } : description;
});
