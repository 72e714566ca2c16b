import { Button, Typography } from '@strapi/design-system';
import { useFetchClient, useRBAC } from '@strapi/strapi/admin';

import { Card } from '../../core/components/card';
import { ConfirmButton } from '../../core/components/confirm-button';
import { Item, List } from '../../core/components/item';
import { PublicationLink, useListAddress } from '../../core/components/publication-link';
import { useAction } from '../../core/http/use-action';
import { useAnswer } from '../../core/http/use-answer';

import type { Review } from './answers';
import { useText } from './texts';

/** The bot's drafts, and works that an editor has changed since the bot. */
export const ReviewTab = () => {
  const { say, sayOf, titleOf, when } = useText();
  const { post, del } = useFetchClient();
  const { data, failed, again } = useAnswer<Review>('/bot/overview/review', { seconds: 20 });
  const { isBusy, run } = useAction(again);
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
  const publish = (id: string) =>
    run(
      () => post(`${list}/actions/bulkPublish`, { documentIds: [id] }),
      say('page.review.published')
    );
  const remove = (id: string) => run(() => del(`${list}/${id}`), say('page.deleted'));

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
                <Button size="S" variant="tertiary" disabled={isBusy} onClick={() => preview(id)}>
                  {say('page.review.preview')}
                </Button>
                {allowedActions.canPublish && (
                  <ConfirmButton
                    isDanger={false}
                    question={say('page.review.publish.ask', { title })}
                    onConfirm={() => void publish(id)}
                  >
                    {say('page.review.publish')}
                  </ConfirmButton>
                )}
                {allowedActions.canDelete && (
                  <ConfirmButton
                    question={
                      trashDays > 0
                        ? say('page.review.delete.ask-trash', { title, days: trashDays })
                        : say('page.review.delete.ask', { title })
                    }
                    onConfirm={() => void remove(id)}
                  >
                    {say('page.delete')}
                  </ConfirmButton>
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
};
