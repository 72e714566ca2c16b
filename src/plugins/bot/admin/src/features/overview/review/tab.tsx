import type { ReviewKind, ReviewPage, ToReview } from '@fleet-bot/protocol';
import { Checkbox, Flex } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useDeferredValue, useState } from 'react';

import { ActionButton } from '../../../core/components/action-button';
import { Card } from '../../../core/components/card';
import { SingleSelectField } from '../../../core/components/single-select-field';
import { ListItem } from '../../../core/components/list-item';
import { PagedList, usePage } from '../../../core/components/paged-list';
import { PublicationLink } from '../../../core/components/publication-link';
import { SideBySide } from '../../../core/components/side-by-side';
import { TextField } from '../../../core/components/text-field';
import { useText } from '../../../core/texts/texts';

import { Actions } from './actions';

/** A button that opens the preview of a draft in a new tab. */
const PreviewButton = ({ id }: { id: string }) => {
  const { t } = useText();
  const { post } = useFetchClient();
  const preview = async (): Promise<void> => {
    // Browsers block a new tab that is not opened in the click handler itself.
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
  return (
    <ActionButton
      size="S"
      label={t('page.review.preview')}
      request={preview}
      successMessage={t('page.review.opened')}
    />
  );
};

/** The Review tab: drafts by the bot, and publications that an editor has changed after the bot. */
export default function ReviewTab() {
  const { t, tOf, titleOf, formatDateTime } = useText();
  const [kind, setKind] = useState<ReviewKind>('drafts');
  const [search, setSearch] = useState('');
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const parameters = { kind, search: useDeferredValue(search) };
  const page = usePage<ToReview, ReviewPage>('/bot/overview/review', parameters, 20);
  const { items = [], trashDays = 0 } = page.data ?? {};
  const works = items.filter(({ id }) => selectedIds.includes(id));
  const canSelect = items.some(({ allowed }) => allowed.length > 0);
  const others = { trashDays, isReviewed: kind === 'reviewed', onSettled: page.reload };
  const select = (ids: string[], isSelected: boolean): void =>
    setSelectedIds([...selectedIds.filter((id) => !ids.includes(id)), ...(isSelected ? ids : [])]);

  return (
    <Card title={t('page.review.title')}>
      <SideBySide width="28rem">
        <SingleSelectField
          name="review-kind"
          label={t('page.review.kind')}
          value={kind}
          options={{
            drafts: t('page.review.drafts'),
            scheduled: t('page.review.scheduled'),
            changed: t('page.review.changed'),
            reviewed: t('page.review.reviewed'),
          }}
          onChange={setKind}
        />
        <TextField
          name="review-search"
          type="search"
          label={t('page.review.search')}
          value={search}
          onChange={setSearch}
        />
      </SideBySide>
      {canSelect && (
        <Flex gap={3} wrap="wrap" background="neutral100" padding={3} hasRadius>
          <Checkbox
            checked={works.length > 0 && (works.length === items.length ? true : 'indeterminate')}
            onCheckedChange={(isSelected) =>
              select(
                items.map(({ id }) => id),
                isSelected === true
              )
            }
          >
            {works.length > 0
              ? t('page.review.chosen', { count: works.length })
              : t('page.review.choose-all')}
          </Checkbox>
          {works.length > 0 && <Actions works={works} withSchedule {...others} />}
        </Flex>
      )}
      <PagedList page={page} emptyText={t(`page.review.none.${kind}`)}>
        {(work: ToReview) => (
          <ListItem
            title={<PublicationLink {...work} />}
            picture={
              canSelect && (
                <Checkbox
                  aria-label={t('page.review.choose', { title: titleOf(work) })}
                  checked={selectedIds.includes(work.id)}
                  onCheckedChange={(isSelected) => select([work.id], isSelected === true)}
                />
              )
            }
            details={[
              kind === 'changed'
                ? [tOf('page.kind.publication', work.event), work.by ?? t('page.who.editor')].join(
                    ' · '
                  )
                : t('page.review.made', { at: formatDateTime(work.at) }),
              kind === 'changed' && formatDateTime(work.at),
              work.isAlike && t('page.review.alike'),
              work.publishAt !== null &&
                t('page.review.publishes', { at: formatDateTime(work.publishAt) }),
            ]}
          >
            <PreviewButton id={work.id} />
            <Actions works={[work]} {...others} />
          </ListItem>
        )}
      </PagedList>
    </Card>
  );
}
