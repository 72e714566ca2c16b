import type { ChangeEvent } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { getChangeRecorderService, type NewChange } from '../../changes';
import { FILE_UID } from '../../../core/constants';

interface NamedFile {
  id: number;
  documentId: string;
  name?: string;
}

/** Data that a `before` lifecycle passes to its `after` lifecycle. */
interface State {
  files?: NamedFile[];
}

type Result = Partial<NamedFile> | null;

const changesOf = (event: ChangeEvent, files: readonly NamedFile[]): NewChange[] =>
  files.map(({ documentId, name }) => ({
    kind: 'material',
    event,
    subject: documentId,
    title: name ?? null,
  }));

/**
 * Records changes of materials from every source: uploads, replacements, edits and deletions in the Media Library,
 * through Strapi's own API and by the bot. Deletions by `uses/cascade.ts` are excluded, because that file records them
 * itself.
 */
export const recordMaterials = (strapi: Core.Strapi): void => {
  const recorder = () => getChangeRecorderService(strapi);

  const find = (where: object | undefined): Promise<NamedFile[]> =>
    strapi.db.query(FILE_UID).findMany({ where });

  const record = async (event: ChangeEvent, result: Result): Promise<void> => {
    if (result?.documentId !== undefined) {
      await recorder().record(changesOf(event, [result as NamedFile]));
    } else if (result?.id !== undefined) {
      // The caller selected only some attributes, so the row is read again.
      await recorder().record(changesOf(event, await find({ id: result.id })));
    }
  };

  const remember = async (event: { params: { where?: object }; state: unknown }): Promise<void> => {
    if (!recorder().isExcludedFromRecording(event.params)) {
      event.state = { files: await find(event.params.where) } satisfies State;
    }
  };

  const recordRemembered = async (event: ChangeEvent, state: unknown): Promise<void> =>
    recorder().record(changesOf(event, (state as State).files ?? []));

  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    afterCreate: ({ result }) => record('created', result as Result),
    afterUpdate: ({ result }) => record('updated', result as Result),
    afterDelete: ({ result }) => record('deleted', result as Result),
    beforeUpdateMany: remember,
    afterUpdateMany: ({ state }) => recordRemembered('updated', state),
    beforeDeleteMany: remember,
    afterDeleteMany: ({ state }) => recordRemembered('deleted', state),
  });
};
