import type { Consequences as ConsequencesAnswer, PublicationFile } from '@fleet-bot/protocol';
import { Box, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

import { FlexColumn } from '../../core/components/flex-column';

import { changeActions } from '../../core/content-manager/actions';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

import { Files } from './files';

const isKept = ({ works, isUsedElsewhere }: PublicationFile): boolean =>
  works.length > 0 || isUsedElsewhere;

interface ConsequencesProps {
  model: string;
  documentIds: string[];
  /** Strapi's question, which says that deletion is irreversible. Shown only on a site without a trash. */
  question: ReactNode;
}

/**
 * The consequences of a deletion: for how long it can be undone, which files are deleted, and which are kept and why.
 */
const Consequences = ({ model, documentIds, question }: ConsequencesProps) => {
  const { t } = useText();
  const { data } = useAnswer<ConsequencesAnswer>(
    `/bot/works/${model}?ids=${documentIds.join(',')}`
  );
  if (data === undefined) return null;
  const isKeptForDays = data.trashDays > 0;
  const parts = [
    ['work.deleted-files', data.files.filter((file) => !isKept(file))],
    ['work.kept-files', data.files.filter(isKept)],
  ] as const;
  return (
    <>
      <Typography>
        {isKeptForDays
          ? `${t('work.delete', { count: documentIds.length })} ${t('work.restorable', { days: data.trashDays })}`
          : question}
      </Typography>
      {parts.map(
        ([label, files]) =>
          files.length > 0 && (
            <Box key={label}>
              <Typography tag="h3" fontWeight="bold" paddingBottom={2}>
                {t(label)}
              </Typography>
              <Files files={files} />
            </Box>
          )
      )}
    </>
  );
};

/** Adds the consequences for files to the confirmation dialog of the delete buttons. */
export const showConsequences = changeActions(['delete'], (description, props) => {
  const dialog = description?.dialog;
  if (!dialog || !('content' in dialog)) return description;
  const documents = 'documents' in props ? props.documents : [props];
  const documentIds = documents.flatMap(({ documentId }) => documentId ?? []);
  const content = (
    <FlexColumn gap={4} width="100%">
      <Consequences
        model={props.model}
        documentIds={documentIds}
        question={dialog.content as ReactNode}
      />
    </FlexColumn>
  );
  return { ...description, dialog: { ...dialog, content } } as typeof description;
});
