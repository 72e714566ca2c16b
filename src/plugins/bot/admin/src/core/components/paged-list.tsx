import type { PanelPage } from '@fleet-bot/protocol';
import { Button, Flex, Loader, Typography } from '@strapi/design-system';
import { Fragment, useState, type ReactNode } from 'react';

import { useAnswer } from '../http/use-answer';
import { useText } from '../texts/texts';

import { List } from './list-item';

/**
 * Loads a page of a list of the plugin, the newest entries first. A change of `parameters` returns to the first page.
 */
export const usePage = <One, Answer extends PanelPage<One> = PanelPage<One>>(
  root: string,
  parameters: Record<string, string> = {},
  seconds = 30
) => {
  const trimmed = Object.entries(parameters).map(([name, value]) => [name, value.trim()]);
  const query = new URLSearchParams(trimmed.filter(([, value]) => value !== ''));
  const first = query.toString();
  const [position, setPosition] = useState<{ of: string; before: number }>();
  const before = position?.of === first ? position.before : undefined;
  if (before !== undefined) query.set('before', String(before));
  return {
    ...useAnswer<Answer>(`${root}?${query.toString()}`, { seconds }),
    isFirst: before === undefined,
    go: (to?: number) => setPosition(to === undefined ? undefined : { of: first, before: to }),
  };
};

interface Props<One> {
  page: {
    data?: PanelPage<One>;
    hasFailed: boolean;
    isFirst: boolean;
    go: (before?: number) => void;
  };
  emptyText: string;
  /** The text for a page without entries, if later pages have older entries. */
  emptyPageText?: string;
  children: (item: One) => ReactNode;
}

/** A page of a list, with buttons for older and for the newest entries. */
export const PagedList = <One extends { id: string }>(props: Props<One>) => {
  const { page, emptyText, emptyPageText = emptyText, children } = props;
  const { data, hasFailed, isFirst, go } = page;
  const { t } = useText();
  return (
    <>
      {hasFailed && <Typography role="alert">{t('page.failed')}</Typography>}
      {!data && !hasFailed && <Loader small>{t('page.loading')}</Loader>}
      {data?.items.length === 0 && (
        <Typography>{data.next === null ? emptyText : emptyPageText}</Typography>
      )}
      <List>
        {data?.items.map((item) => (
          <Fragment key={item.id}>{children(item)}</Fragment>
        ))}
      </List>
      <Flex gap={2}>
        {!isFirst && (
          <Button variant="tertiary" onClick={() => go()}>
            {t('page.newest')}
          </Button>
        )}
        {data?.next != null && (
          <Button variant="tertiary" onClick={() => go(Number(data.next))}>
            {t('page.older')}
          </Button>
        )}
      </Flex>
    </>
  );
};
