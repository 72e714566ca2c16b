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
import { inWords } from '../../core/content-manager/different-fields';
import { publicationAttributes } from '../../core/content-manager/publication';
import { useLabelOf } from '../../core/content-manager/use-label-of';
import { useAnswer } from '../../core/http/use-answer';
import { useText } from '../../core/texts/texts';

interface Props {
  /** The route for the versions of the document. */
  address: string;
  version: Version;
  /** A sentence about the change: what was done, by whom and when. */
  said: string;
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
      before: inWords(pictures.map((file) => file.name)),
      now: inWords([Reflect.get(saved, names.media) ?? []].flat()),
    },
    ...fields.map(({ attribute, before, now }) => ({ name: attribute, before, now })),
  ].filter(({ before, now }) => before !== now);
};

interface ContentProps {
  version: ComparedVersion;
  said: string;
  /** Restores one field. */
  putBack: (field: string) => Promise<void>;
}

/** Compares a version with the saved draft; each field can be restored. */
const Content = ({ version, said, putBack }: ContentProps) => {
  const { say, list } = useText();
  const { model } = useContentManagerContext();
  const labelOf = useLabelOf(model);
  const gone = version.media.filter(({ isGone }) => isGone).map(({ name }) => name);
  const different = useDifferences(version);
  return (
    <>
      <FieldDifferences
        legend={`${said}. ${say(different.length > 0 ? 'versions.legend' : 'versions.same')}`}
        labels={{ added: say('versions.only-now'), removed: say('versions.only-then') }}
        fields={different.map((field) => ({
          ...field,
          label: labelOf(field.name),
          action: (
            <ActionButton
              size="S"
              label={say('versions.put-back-field')}
              aria-label={say('versions.put-back-one', { field: labelOf(field.name) })}
              work={() => putBack(field.name)}
            />
          ),
        }))}
      />
      {gone.length > 0 && (
        <Typography tag="p" textColor="danger600" paddingTop={4}>
          {say('versions.media-gone', { names: list(gone) })}
        </Typography>
      )}
    </>
  );
};

/** A dialog that shows one version and restores it, in full or one field at a time. */
export const VersionDialog = ({ address, version, said, close }: Props) => {
  const { say } = useText();
  const { post } = useFetchClient();
  const { data: whole } = useAnswer<ComparedVersion>(`${address}/${version.id}`);

  const putBack = async (field?: string): Promise<void> => {
    await post(`${address}/${version.id}/put-back`, { field });
    // A reload is the only way to make the edit view show a document that has changed on the server.
    window.location.reload();
  };

  return (
    <ModalFrame
      title={say('versions.title')}
      onClose={close}
      cancel={say('versions.close')}
      footer={
        <ActionButton
          variant="default"
          label={say('versions.put-back')}
          disabled={whole === undefined}
          work={() => putBack()}
        />
      }
    >
      {whole === undefined ? (
        <Loader>{say('page.loading')}</Loader>
      ) : (
        <Content version={whole} said={said} putBack={putBack} />
      )}
    </ModalFrame>
  );
};
