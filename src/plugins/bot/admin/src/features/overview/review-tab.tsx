import type { PanelReview } from '@fleet-bot/protocol';
import { Typography } from '@strapi/design-system';
import { useFetchClient, useRBAC } from '@strapi/strapi/admin';

import { ActionButton } from '../../core/components/action-button';
import { Card } from '../../core/components/card';
import { Item, List } from '../../core/components/item';
import { PublicationLink, useListAddress } from '../../core/components/publication-link';
import { useAnswer } from '../../core/http/use-answer';

import { useText } from './texts';

/** The bot's drafts, and works that an editor has changed since the bot. */
export default function ReviewTab() {
  const { say, sayOf, titleOf, when } = useText();
  const { post, del } = useFetchClient();
  const { data, failed, again } = useAnswer<PanelReview>('/bot/overview/review', { seconds: 20 });
  const list = useListAddress();
  const subject = list.split('/').pop();
  const { allowedActions } = useRBAC(
    ['publish', 'delete'].map((name) => ({
      action: `plugin::content-manager.explorer.${name}`,
      subject,
    }))
  );

  const preview = async (id: string): Promise<void> => {
    // Opened by the click itself, or the browser takes it for an advertisement.
    const page = window.open('', '_blank');
    try {
      const address = `/bot/overview/works/${id}/preview`;
      const { data: answer } = await post<{ data: { url: string } }>(address);
      page?.location.replace(answer.data.url);
    } catch (error) {
      page?.close();
      throw error;
    }
  };

  if (data === undefined)
    return failed && <Typography role="alert">{say('page.failed')}</Typography>;
  const { drafts, moreDrafts, changed, trashDays } = data;
  return (
    <>
      <Card title={say('page.review.drafts')}>
        {drafts.length === 0 && <Typography>{say('page.review.no-drafts')}</Typography>}
        <List>
          {drafts.map(({ id, title: given, createdAt }) => {
            const title = titleOf({ title: given });
            return (
              <Item
                key={id}
                title={<PublicationLink id={id} title={given} />}
                said={say('page.review.made', { at: when(createdAt) })}
              >
                <ActionButton
                  size="S"
                  label={say('page.review.preview')}
                  work={() => preview(id)}
                  success={say('page.review.opened')}
                />
                {allowedActions.canPublish && (
                  <ActionButton
                    size="S"
                    variant="secondary"
                    label={say('page.review.publish')}
                    question={say('page.review.publish.ask', { title })}
                    work={() => post(`${list}/actions/bulkPublish`, { documentIds: [id] })}
                    success={say('page.review.published')}
                    after={again}
                  />
                )}
                {allowedActions.canDelete && (
                  <ActionButton
                    size="S"
                    variant="danger-light"
                    label={say('page.delete')}
                    question={
                      trashDays > 0
                        ? say('page.review.delete.ask-trash', { title, days: trashDays })
                        : say('page.review.delete.ask', { title })
                    }
                    work={() => del(`${list}/${id}`)}
                    success={say('page.deleted')}
                    after={again}
                  />
                )}
              </Item>
            );
          })}
        </List>
        {moreDrafts && <Typography>{say('page.review.more')}</Typography>}
      </Card>
      <Card title={say('page.review.changed')}>
        {changed.length === 0 && <Typography>{say('page.review.no-changed')}</Typography>}
        <List>
          {changed.map(({ id, title, event, at, by }) => (
            <Item
              key={id}
              title={<PublicationLink id={id} title={title} />}
              said={[sayOf('page.kind.publication', event), by ?? say('page.who.editor'), when(at)]}
            />
          ))}
        </List>
      </Card>
    </>
  );
}
