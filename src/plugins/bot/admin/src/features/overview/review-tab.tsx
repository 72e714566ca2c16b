import { Button, Flex, Link, Typography } from '@strapi/design-system';
import { useFetchClient, useRBAC } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

import type { TextKey } from '../../core/texts/languages';
import { useText } from '../../core/texts/use-text';
import { AskFirst } from '../../core/components/confirm-button';
import { Card } from '../../core/components/card';
import { useAction } from '../../core/http/use-action';
import { usePolled } from '../../core/http/use-polled';

interface Draft {
  id: string;
  title: string | null;
  createdAt: string;
}

interface Changed {
  id: string;
  title: string | null;
  event: string;
  at: string;
  by: string | null;
}

export interface Review {
  drafts: Draft[];
  moreDrafts: boolean;
  changed: Changed[];
  /** For how many days what is deleted can be restored; 0 for not at all. */
  trashDays: number;
}

interface RowProps {
  to: string;
  title: string | null;
  said: string;
  children?: ReactNode;
}

const Row = ({ to, title, said, children }: RowProps) => {
  const { say } = useText();
  return (
    <Flex tag="li" justifyContent="space-between" gap={3} wrap="wrap">
      <Flex direction="column" alignItems="flex-start" style={{ overflowWrap: 'anywhere' }}>
        <Link tag={NavLink} to={to}>
          {title?.trim() || say('page.untitled')}
        </Link>
        <Typography variant="pi" textColor="neutral600">
          {said}
        </Typography>
      </Flex>
      <Flex gap={2} wrap="wrap">
        {children}
      </Flex>
    </Flex>
  );
};

const permission = (name: string, subject: string) => ({
  action: `plugin::content-manager.explorer.${name}`,
  subject,
});

/** The bot's drafts, and works that an editor has changed since the bot. */
export const ReviewTab = ({ contentType }: { contentType: string }) => {
  const { say, when } = useText();
  const { post, del } = useFetchClient();
  const { data, failed, again } = usePolled<Review>('/bot/overview/review', 20);
  const { isBusy, run } = useAction(again);
  const { allowedActions } = useRBAC([
    permission('publish', contentType),
    permission('delete', contentType),
  ] as Parameters<typeof useRBAC>[0]);

  const works = `/content-manager/collection-types/${contentType}`;
  const preview = async (id: string): Promise<void> => {
    // Opened by the click itself, or the browser takes it for an advertisement.
    const page = window.open('', '_blank');
    await run(async () => {
      try {
        const address = `/bot/overview/works/${id}/preview`;
        const { data: answer } = await post<{ data: { url: string } }>(address);
        page?.location.replace(answer.data.url);
      } catch (error) {
        page?.close();
        throw error;
      }
    }, say('page.review.opened'));
  };

  const deletionQuestion = (work: string): string =>
    data !== undefined && data.trashDays > 0
      ? say('page.review.delete.ask-trash', { title: work, days: data.trashDays })
      : say('page.review.delete.ask', { title: work });

  if (failed && data === undefined)
    return <Typography role="alert">{say('page.failed')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Card title={say('page.review.drafts')}>
        {data?.drafts.length === 0 && <Typography>{say('page.review.no-drafts')}</Typography>}
        <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
          {data?.drafts.map(({ id, title, createdAt }) => (
            <Row
              key={id}
              to={`${works}/${id}`}
              title={title}
              said={say('page.review.made', { at: when(createdAt) })}
            >
              <Button
                size="S"
                variant="tertiary"
                disabled={isBusy}
                onClick={() => void preview(id)}
              >
                {say('page.review.preview')}
              </Button>
              {allowedActions.canPublish && (
                <AskFirst
                  isDanger={false}
                  question={say('page.review.publish.ask', { title: title ?? '' })}
                  action={say('page.review.publish')}
                  onConfirm={() =>
                    void run(
                      () => post(`${works}/actions/bulkPublish`, { documentIds: [id] }),
                      say('page.review.published')
                    )
                  }
                >
                  {say('page.review.publish')}
                </AskFirst>
              )}
              {allowedActions.canDelete && (
                <AskFirst
                  question={deletionQuestion(title ?? '')}
                  action={say('page.delete')}
                  onConfirm={() => void run(() => del(`${works}/${id}`), say('page.deleted'))}
                >
                  {say('page.delete')}
                </AskFirst>
              )}
            </Row>
          ))}
        </Flex>
        {data?.moreDrafts && <Typography>{say('page.review.more')}</Typography>}
      </Card>
      <Card title={say('page.review.changed')}>
        {data?.changed.length === 0 && <Typography>{say('page.review.no-changed')}</Typography>}
        <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
          {data?.changed.map(({ id, title, event, at, by }) => (
            <Row
              key={id}
              to={`${works}/${id}`}
              title={title}
              said={[
                say(`page.kind.publication.${event}` as TextKey),
                by ?? say('page.who.editor'),
                when(at),
              ].join(' · ')}
            />
          ))}
        </Flex>
      </Card>
    </Flex>
  );
};
