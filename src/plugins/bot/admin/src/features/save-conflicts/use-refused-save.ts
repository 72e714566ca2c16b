import {
  unstable_useContentManagerContext as useContentManagerContext,
  unstable_useDocumentActions as useDocumentActions,
  useFetchClient,
  useForm,
} from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';

import { setLoaded } from '../../core/content-manager/loaded-revision';
import { onRefusedSave, type RefusedSave } from '../../core/content-manager/refused-saves';
import { readAgain } from '../../core/content-manager/refetch';

type Values = Record<string, unknown>;

interface Refused extends RefusedSave {
  /** What is saved now; undefined until it has been read. */
  theirs?: Values;
}

/** A save of the form around it that was refused, and what the person can do about it. */
export const useRefusedSave = () => {
  const { model, id } = useContentManagerContext();
  const { get } = useFetchClient();
  const { update, publish } = useDocumentActions();
  const mine = useForm('useRefusedSave', (form) => form.values) as Values;
  const setSubmitting = useForm('useRefusedSave', (form) => form.setSubmitting);
  const [refused, setRefused] = useState<Refused>();

  useEffect(
    () =>
      onRefusedSave((save) => {
        if (save.model !== model || save.documentId !== id) return;
        setRefused(save);
        const address = `/content-manager/${save.collectionType}/${model}/${id}`;
        get<{ data: Values }>(address, { params: save.params }).then(
          ({ data }) => setRefused({ ...save, theirs: data.data }),
          () => setRefused(undefined)
        );
      }),
    [model, id, get]
  );

  /** Saves the form over what the person has seen; what somebody saved meanwhile is refused anew. */
  const keepMine = async (): Promise<void> => {
    if (refused === undefined) return;
    const { action, data, theirs, collectionType, documentId, params } = refused;
    setLoaded(refused, theirs);
    setRefused(undefined);
    setSubmitting(true);
    try {
      const document = { collectionType, model, documentId, params };
      await (action === 'publish' ? publish : update)(document as never, data);
    } finally {
      setSubmitting(false);
    }
  };

  /** Shows what is saved; what was typed is kept in the browser, and offered. */
  const takeTheirs = (): void => {
    setRefused(undefined);
    readAgain(model, id);
  };

  return {
    theirs: refused?.theirs,
    mine,
    keepMine,
    takeTheirs,
    close: () => setRefused(undefined),
  };
};
