import type { PublicationFile } from '@fleet-bot/protocol';
import { Typography } from '@strapi/design-system';

import { Item, List } from '../../core/components/item';
import { useText } from '../../core/texts/texts';

interface Props {
  files: PublicationFile[];
  /** Whether images without an alternative text are marked. */
  marksTextless?: boolean;
}

/** Lists files with their MIME types and other uses. */
export const Files = ({ files, marksTextless = false }: Props) => {
  const { say, list } = useText();

  const usesOf = ({ works, isUsedElsewhere }: PublicationFile): string | undefined => {
    const uses = works.map(({ title, how }) =>
      how.includes('text') ? `“${title}” (${say('work.in-text')})` : `“${title}”`
    );
    if (isUsedElsewhere) uses.push(say('work.other-records'));
    return uses.length > 0 ? say('work.also-in', { works: list(uses) }) : undefined;
  };

  return (
    <List>
      {files.map((file) => (
        <Item key={file.id} title={file.name} said={[file.mime, usesOf(file)]}>
          {marksTextless && file.mime.startsWith('image/') && file.alternativeText === null && (
            <Typography variant="pi" fontWeight="bold">
              {say('work.no-alternative-text')}
            </Typography>
          )}
        </Item>
      ))}
    </List>
  );
};
