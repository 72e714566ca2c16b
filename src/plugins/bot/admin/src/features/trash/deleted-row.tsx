import { Box, Flex, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

import type { TextKey } from '../../core/texts/languages';
import { useText } from '../../core/texts/use-text';

/** What a list of deleted works says of each. */
export interface Deleted {
  id: string;
  title: string | null;
  wasPublic: boolean;
  who: string;
  /** Of the editor, if it was one. */
  name?: string | null;
  deletedAt: string;
  goesAt: string;
}

interface Props {
  title: string;
  deleted: Deleted;
  /** What can be done with it. */
  children: ReactNode;
}

/** A line of a list of works that are deleted. */
export const DeletedRow = ({ title, deleted, children }: Props) => {
  const { say, when } = useText();
  const { wasPublic, who, name, deletedAt, goesAt } = deleted;
  const by = name ?? say(`page.who.${who}` as TextKey);
  const said = [
    say(wasPublic ? 'page.trash.public' : 'page.trash.draft'),
    say('page.trash.deleted', { at: when(deletedAt), by }),
    say('page.trash.goes', { at: when(goesAt) }),
  ];
  return (
    <Flex tag="li" justifyContent="space-between" gap={3} wrap="wrap">
      <Box style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        <Typography tag="p" fontWeight="bold">
          {title}
        </Typography>
        <Typography tag="p" variant="pi" textColor="neutral600">
          {said.join(' · ')}
        </Typography>
      </Box>
      <Flex gap={2}>{children}</Flex>
    </Flex>
  );
};
