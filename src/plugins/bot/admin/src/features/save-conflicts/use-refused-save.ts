import {
  unstable_useContentManagerContext as useContentManagerContext,
  unstable_useDocumentActions as useDocumentActions,
  useFetchClient,
  useForm,
} from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';

import type { Values } from '../../core/content-manager/fields';
import { setLoaded } from '../../core/content-manager/loaded-revision';
import { refetch } from '../../core/content-manager/panel-store';
import { refused as refusedSaves, type RefusedSave } from '../../core/content-manager/saves';

interface Refused extends RefusedSave {
  /** The saved version; undefined while it is loading. */
  theirs?: Values;
}

/** The rejected save of the surrounding form, and the user's options. */
export const useRefusedSave = () => {
  const { model, id } = useContentManagerContext();
  const { get } = useFetchClient();
  const { update, publish } = useDocumentActions();
  const { values, setSubmitting } = useForm('useRefusedSave', (form) => form);
  const [refused, setRefused] = useState<Refused>();

  useEffect(
    () =>
      refusedSaves.listen((save) => {
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

  /**
   * Overwrites the saved version that the user has seen. If a newer version was saved meanwhile, the save is rejected
   * again.
   */
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

  /** Loads the saved version. Autosave keeps the user's text in the browser and offers to restore it. */
  const takeTheirs = (): void => {
    setRefused(undefined);
    refetch(model, id);
  };

  return {
    theirs: refused?.theirs,
    mine: values as Values,
    keepMine,
    takeTheirs,
    close: () => setRefused(undefined),
  };
};
