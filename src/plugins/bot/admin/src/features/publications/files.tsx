import type { PublicationFile } from '@fleet-bot/protocol';
import { Typography } from '@strapi/design-system';

import { ListItem, List } from '../../core/components/list-item';
import { useText } from '../../core/texts/texts';

interface Props {
  files: PublicationFile[];
  marksTextless?: boolean;
}

/** Lists files with their MIME types and the other publications and records that use them. */
export const Files = ({ files, marksTextless = false }: Props) => {
  const { t, formatList } = useText();

  const usesOf = ({ works, isUsedElsewhere }: PublicationFile): string | undefined => {
    const uses = works.map(({ title, how }) =>
      t(how.includes('text') ? 'work.quoted-in-text' : 'work.quoted', { title })
    );
    if (isUsedElsewhere) uses.push(t('work.other-records'));
    return uses.length > 0 ? t('work.also-in', { works: formatList(uses) }) : undefined;
  };

  return (
    <List>
      {files.map((file) => (
        <ListItem key={file.id} title={file.name} details={[file.mime, usesOf(file)]}>
          {marksTextless && file.mime.startsWith('image/') && file.alternativeText === null && (
            <Typography variant="pi" fontWeight="bold">
              {t('work.no-alternative-text')}
            </Typography>
          )}
        </ListItem>
      ))}
    </List>
  );
};
