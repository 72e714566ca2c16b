import { Box, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';

import type { ContentAction } from '../../core/content-manager/actions';
import { text } from '../../core/texts/text';
import { useTold } from '../../core/http/use-told';

import { FileUses } from './file-uses';
import type { WorkFile } from './work';

interface FilesProps {
  model: string;
  documentIds: string[];
}

/** What `GET /bot/works/:type?ids=` tells. */
interface Told {
  files: WorkFile[];
  /** For how many days what is deleted can be restored; 0 for not at all. */
  trashDays: number;
}

/**
 * In the question before publications are deleted: whether they can be restored, which files go with
 * them, and which stay for whom.
 */
const FilesOfDeletion = ({ model, documentIds }: FilesProps) => {
  const intl = useIntl();
  const told = useTold<Told>(`/bot/works/${model}?ids=${documentIds.join(',')}`);
  if (told === undefined || (told.files.length === 0 && told.trashDays === 0)) return null;
  const isKept = ({ works, isUsedElsewhere }: WorkFile) => works.length > 0 || isUsedElsewhere;
  const parts = [
    { label: text('work.files-go'), files: told.files.filter((file) => !isKept(file)) },
    { label: text('work.files-stay'), files: told.files.filter(isKept) },
  ];
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      {told.trashDays > 0 && (
        <Typography>
          {intl.formatMessage(text('work.restorable'), { days: told.trashDays })}
        </Typography>
      )}
      {parts
        .filter(({ files }) => files.length > 0)
        .map(({ label, files }) => (
          <Box key={label.id}>
            <Typography tag="h3" fontWeight="bold">
              {intl.formatMessage(label)}
            </Typography>
            <Flex tag="ul" direction="column" alignItems="stretch" gap={2} paddingTop={2}>
              {files.map((file) => (
                <FileUses key={file.id} file={file} />
              ))}
            </Flex>
          </Box>
        ))}
    </Flex>
  );
};

/** The same buttons, but the one that deletes tells in its question what becomes of the files. */
export const tellOfFiles = (actions: ContentAction[]): ContentAction[] =>
  actions.map((action) => {
    if (action.type !== 'delete') return action;
    const TellingAction: ContentAction = (props) => {
      const description = action(props);
      if (!description?.dialog) return description;
      const { model, documentId, documents } = props;
      const documentIds =
        documents?.map((one) => one.documentId) ?? (documentId ? [documentId] : []);
      const content = (
        <Flex direction="column" alignItems="stretch" gap={4} width="100%">
          {description.dialog.content}
          <FilesOfDeletion model={model} documentIds={documentIds} />
        </Flex>
      );
      return { ...description, dialog: { ...description.dialog, content } };
    };
    return Object.assign(TellingAction, { type: action.type, position: action.position });
  });
