/*
 * Relies on: the order of the columns and the padding of the list's table in `@strapi/content-manager` 5.54.
 * Breaks if: Status is no longer the last column before the buttons.
 * Checked by: `tests/panel/an-editors-day.long.test.ts`
 */
import { Flex, Typography } from '@strapi/design-system';
import { createGlobalStyle } from 'styled-components';

import { SecondaryTypography } from '../../core/components/secondary-typography';
import { column, filter, type CellProps } from '../../core/content-manager/list';
import { text, useText, type Actor } from '../../core/texts/texts';

/** Data that the server adds to a row of the list of publications. */
interface Actors {
  madeBy: Actor | null;
  changedBy: Actor | null;
}

const Act = ({ by, at }: { by: Actor | null | undefined; at: string }) => {
  const { nameOf, formatDateTime } = useText();
  return (
    <Flex direction="column" alignItems="flex-start">
      <Typography>{by?.who ? nameOf(by) : '-'}</Typography>
      <SecondaryTypography>{formatDateTime(at)}</SecondaryTypography>
    </Flex>
  );
};

const MadeBy = ({ row }: CellProps<Actors>) => <Act by={row.bot?.madeBy} at={row.createdAt} />;

const LastChange = ({ row }: CellProps<Actors>) => (
  <Act by={row.bot?.changedBy} at={row.updatedAt} />
);

/** Columns for the creator and the last change of a publication. */
export const actorColumns = [
  column('botMadeBy', text('list.made-by'), MadeBy),
  column('updatedAt', text('list.last-change'), LastChange, { type: 'datetime' }),
];

/** A filter by creator: bot, editor or another program. */
export const creatorFilter = () =>
  filter('botMadeBy', text('list.made-by'), {
    bot: text('list.by-bot'),
    editor: text('list.by-editor'),
    other: text('page.who.other'),
  });

/**
 * Keeps the Status column visible when Strapi's list is wider than the screen. Its header cell is the last of the
 * header row; its body cells are followed by a cell with buttons, which has no header cell. 2.4rem is the padding of
 * the table's frame. The style is rendered only with the list, so no other table is affected.
 */
export const StickyStatus = createGlobalStyle`
  main table th:last-child,
  main table tbody td:nth-last-child(2) {
    background: ${({ theme }) => theme.colors.neutral0};
    position: sticky;
    inset-inline-end: -2.4rem;
  }
`;
