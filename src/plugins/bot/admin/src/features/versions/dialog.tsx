import type { ComparedVersion, Version } from '@fleet-bot/protocol';
import { Loader, Typography } from '@strapi/design-system';
import {
  unstable_useContentManagerContext as useContentManagerContext,
  useFetchClient,
  useForm,
} from '@strapi/strapi/admin';

import { ActionButton } from '../../core/components/action-button';
import { FieldDifferences } from '../../core/components/field-differences';
import { ModalFrame } from '../../core/components/modal-frame';
import { textOf } from '../../core/content-manager/different-fields';
import { publicationAttributes } from '../../core/content-manager/publication';
import { useLabelOf } from '../../core/content-manager/use-label-of';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

interface Props {
  /** The route for the versions of the document. */
  address: string;
  version: Version;
  /** A sentence about the write that replaced the version: what was done, by whom and when. */
  summary: string;
  close: () => void;
}

/** The fields that differ between a version and the draft: title, text and images first. */
const useDifferences = ({ title, body, media, fields, current }: ComparedVersion) => {
  const { contentType } = useContentManagerContext();
  const saved: object = useForm('useDifferences', (form) => form.initialValues);
  const names = publicationAttributes(contentType);
  if (names === undefined) return [];
  const pictures = media.filter(({ attribute }) => attribute === names.media);
  return [
    { name: names.title, before: title ?? '', now: current.title ?? '' },
    { name: names.body, before: body ?? '', now: current.body ?? '' },
    {
      name: names.media,
      before: textOf(pictures.map((file) => file.name)),
      now: textOf([Reflect.get(saved, names.media) ?? []].flat()),
    },
    ...fields.map(({ attribute, before, now }) => ({ name: attribute, before, now })),
  ].filter(({ before, now }) => before !== now);
};

interface ContentProps {
  version: ComparedVersion;
  summary: string;
  restore: (field: string) => Promise<void>;
}

/** Compares a version with the saved draft; each field can be restored. */
const Content = ({ version, summary, restore }: ContentProps) => {
  const { t, formatList } = useText();
  const { model } = useContentManagerContext();
  const labelOf = useLabelOf(model);
  const deletedNames = version.media.filter(({ isDeleted }) => isDeleted).map(({ name }) => name);
  const different = useDifferences(version);
  return (
    <>
      <FieldDifferences
        legend={`${summary}. ${t(different.length > 0 ? 'versions.legend' : 'versions.same')}`}
        labels={{ added: t('versions.only-now'), removed: t('versions.only-then') }}
        fields={different.map((field) => ({
          ...field,
          label: labelOf(field.name),
          action: (
            <ActionButton
              size="S"
              label={t('versions.restore-field')}
              aria-label={t('versions.restore-named', { field: labelOf(field.name) })}
              request={() => restore(field.name)}
            />
          ),
        }))}
      />
      {deletedNames.length > 0 && (
        <Typography tag="p" textColor="danger600" paddingTop={4}>
          {t('versions.deleted-media', { names: formatList(deletedNames) })}
        </Typography>
      )}
    </>
  );
};

/** A dialog that shows one version and restores it, in full or one field at a time. */
export const VersionDialog = ({ address, version, summary, close }: Props) => {
  const { t } = useText();
  const { post } = useFetchClient();
  const { data: compared } = useAnswer<ComparedVersion>(`${address}/${version.id}`);

  const restore = async (field?: string): Promise<void> => {
    await post(`${address}/${version.id}/put-back`, { field });
    // A reload is the only way to make the edit view show a document that has changed on the server.
    window.location.reload();
  };

  return (
    <ModalFrame
      title={t('versions.title')}
      onClose={close}
      cancel={t('page.close')}
      footer={
        <ActionButton
          variant="default"
          label={t('versions.restore')}
          disabled={compared === undefined}
          request={() => restore()}
        />
      }
    >
      {compared === undefined ? (
        <Loader>{t('page.loading')}</Loader>
      ) : (
        <Content version={compared} summary={summary} restore={restore} />
      )}
    </ModalFrame>
  );
};
