import { Flex, Typography } from '@strapi/design-system';
import { createGlobalStyle } from 'styled-components';

import { Hint } from '../../core/components/hint';
import { column, filter, type CellProps } from '../../core/content-manager/list';
import { text, useText, type Actor } from '../../core/texts/texts';

/** What the server tells of a row of the list. */
interface Actors {
  madeBy: Actor | null;
  changedBy: Actor | null;
}

const Act = ({ by, at }: { by: Actor | null | undefined; at: string }) => {
  const { nameOf, when } = useText();
  return (
    <Flex direction="column" alignItems="flex-start">
      <Typography>{by?.who ? nameOf(by) : '-'}</Typography>
      <Hint>{when(at)}</Hint>
    </Flex>
  );
};

const MadeBy = ({ row }: CellProps<Actors>) => <Act by={row.bot?.madeBy} at={row.createdAt} />;

const LastChange = ({ row }: CellProps<Actors>) => (
  <Act by={row.bot?.changedBy} at={row.updatedAt} />
);

/** Who has made a publication, and its last change. */
export const actorColumns = [
  column('botMadeBy', text('list.made-by'), MadeBy),
  column('updatedAt', text('list.last-change'), LastChange, { type: 'datetime' }),
];

export const makerFilter = () =>
  filter('botMadeBy', text('list.made-by'), {
    bot: text('list.by-bot'),
    editor: text('list.by-editor'),
    other: text('page.who.other'),
  });

/**
 * Keeps Status in sight where Strapi's list is wider than the screen. It is the last column but that of the
 * buttons, which has no head; the frame around the table has a padding of 2.4rem. Rendered beside the list
 * only, so there is one table.
 */
export const StickyStatus = createGlobalStyle`
  main table th:last-child,
  main table tbody td:nth-last-child(2) {
    background: ${({ theme }) => theme.colors.neutral0};
    position: sticky;
    inset-inline-end: -2.4rem;
  }
`;
