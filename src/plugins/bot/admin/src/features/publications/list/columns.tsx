import { Flex, Typography } from '@strapi/design-system';
import type { ComponentType, ReactNode } from 'react';

import type { TextKey } from '../../../core/texts/languages';
import { publicationAttributes } from '../../../core/content-manager/panel-metadata';
import { text } from '../../../core/texts/text';
import { useText } from '../../../core/texts/use-text';

import { withWords } from './labels';

interface Person {
  who: string | null;
  name: string | null;
}

/** What the server's `ListColumns` is. */
interface Columns {
  madeBy: Person | null;
  changedBy: Person | null;
  publishAt: string | null;
  unpublishAt: string | null;
  scheduleError: string | null;
}

/** A row of the Content Manager's list; without `bot` where the server has told nothing. */
interface Row {
  createdAt: string;
  updatedAt: string;
  bot?: Columns;
}

/** A column of the Content Manager's list; it does not export the type. */
export interface Column {
  name: string;
  label: string | ReturnType<typeof text>;
  attribute: { type: string };
  searchable: boolean;
  sortable: boolean;
  cellFormatter?: (row: Row) => ReactNode;
}

export interface ListLayout {
  options: object;
}

const NOTHING = '-';

const useName = () => {
  const { say } = useText();
  return (person: Person | null | undefined): string | undefined =>
    person?.name ?? (person?.who ? say(`page.who.${person.who}` as TextKey) : undefined);
};

interface CellProps {
  row: Row;
}

/** Who, and when. */
const Act = ({ by, at }: { by: Person | null | undefined; at: string }) => {
  const { when } = useText();
  const nameOf = useName();
  return (
    <Flex direction="column" alignItems="flex-start">
      <Typography textColor="neutral800">{nameOf(by) ?? NOTHING}</Typography>
      <Typography variant="pi" textColor="neutral600">
        {when(at)}
      </Typography>
    </Flex>
  );
};

const MadeBy = ({ row }: CellProps) => <Act by={row.bot?.madeBy} at={row.createdAt} />;

const LastChange = ({ row }: CellProps) => <Act by={row.bot?.changedBy} at={row.updatedAt} />;

const Scheduled = ({ row }: CellProps) => {
  const { say, when } = useText();
  const { publishAt, unpublishAt, scheduleError } = row.bot ?? {};
  const lines = [
    publishAt && say('list.goes-live', { at: when(publishAt) }),
    unpublishAt && say('list.taken-back', { at: when(unpublishAt) }),
  ].filter(Boolean);
  return (
    <Flex direction="column" alignItems="flex-start">
      {(lines.length > 0 ? lines : [NOTHING]).map((line) => (
        <Typography key={line} textColor="neutral800">
          {line}
        </Typography>
      ))}
      {scheduleError && (
        <Typography variant="pi" textColor="danger600">
          {say('list.schedule-failed')}
        </Typography>
      )}
    </Flex>
  );
};

const own = (name: string, label: Column['label'], Cell: ComponentType<CellProps>): Column => ({
  name,
  label,
  attribute: { type: 'custom' },
  searchable: false,
  sortable: false,
  cellFormatter: (row) => <Cell row={row} />,
});

const LAST_CHANGE: Column = {
  ...own('updatedAt', text('list.last-change'), LastChange),
  attribute: { type: 'datetime' },
  sortable: true,
};

interface Columned<Layout extends ListLayout> {
  displayedHeaders: Column[];
  layout: Layout;
}

/** For the hook `inject-column-in-table`: who has made a publication, its last change, its schedule. */
export const addColumns = <Layout extends ListLayout>({
  displayedHeaders,
  layout,
}: Columned<Layout>): Columned<Layout> => {
  const inWords = withWords(displayedHeaders);
  if (publicationAttributes({ pluginOptions: layout.options }) === undefined) {
    return { displayedHeaders: inWords, layout };
  }
  const others = inWords.filter(({ name }) => name !== LAST_CHANGE.name);
  return {
    displayedHeaders: [
      ...others,
      own('botMadeBy', text('list.made-by'), MadeBy),
      LAST_CHANGE,
      own('botScheduled', text('list.scheduled'), Scheduled),
    ],
    layout,
  };
};
