import { Typography } from '@strapi/design-system';
import {
  unstable_useContentManagerContext as useContentManagerContext,
  useForm,
  useRBAC,
} from '@strapi/strapi/admin';
import uniqBy from 'lodash/uniqBy';
import { useState } from 'react';

import { ActionButton } from '../../core/components/action-button';
import { SecondaryTypography } from '../../core/components/secondary-typography';
import { TextField } from '../../core/components/text-field';
import { FlexColumn } from '../../core/components/flex-column';
import { writeAlternativeText } from '../../core/http/alternative-text';
import { useText } from '../../core/texts/texts';

/** A file of the Media Library in a media field of the form. */
interface Picture {
  id: number;
  name: string;
  mime: string;
  alternativeText: string | null;
}

/** The permission of Strapi's upload plugin to edit files. */
const MAY_CHANGE = [{ action: 'plugin::upload.assets.update', subject: null }];

const isPicture = (file: unknown): file is Picture =>
  String(Reflect.get(Object(file), 'mime')).startsWith('image/');

/** The images in the surrounding form that have no alternative text, without duplicates. */
const usePicturesWithoutText = (): Picture[] => {
  const { contentType } = useContentManagerContext();
  const values: object = useForm('usePicturesWithoutText', (form) => form.values);
  const files = Object.entries(contentType?.attributes ?? {})
    .filter(([, { type }]) => type === 'media')
    .flatMap(([name]) => [Reflect.get(values, name) as unknown].flat());
  const pictures = files
    .filter(isPicture)
    .filter(({ alternativeText }) => !alternativeText?.trim());
  return uniqBy(pictures, 'id');
};

/** An input for the alternative text of one image, which saves it to the Media Library. */
const AlternativeTextForm = ({ picture, onSaved }: { picture: Picture; onSaved: () => void }) => {
  const { t } = useText();
  const [alternativeText, setAlternativeText] = useState('');
  return (
    <FlexColumn gap={2}>
      <TextField
        name={`alternative-text-${picture.id}`}
        label={picture.name}
        value={alternativeText}
        onChange={setAlternativeText}
      />
      <ActionButton
        label={t('alternative-text.save')}
        disabled={!alternativeText.trim()}
        request={() => writeAlternativeText(picture.id, alternativeText.trim()).then(onSaved)}
      />
    </FlexColumn>
  );
};

/** A form under the buttons of a publication with an input for each image that has no alternative text. */
export const AlternativeTexts = () => {
  const { t } = useText();
  const pictures = usePicturesWithoutText();
  const [saved, setSaved] = useState<number[]>([]);
  const { allowedActions } = useRBAC(MAY_CHANGE);
  const unnamed = pictures.filter(({ id }) => !saved.includes(id));
  if (unnamed.length === 0 || !allowedActions.canUpdate) return null;
  return (
    <FlexColumn
      role="group"
      aria-label={t('alternative-text.title')}
      gap={3}
      width="100%"
      paddingTop={2}
    >
      <Typography fontWeight="bold">{t('alternative-text.title')}</Typography>
      <SecondaryTypography>{t('alternative-text.says')}</SecondaryTypography>
      {unnamed.map((picture) => (
        <AlternativeTextForm
          key={picture.id}
          picture={picture}
          onSaved={() => setSaved([...saved, picture.id])}
        />
      ))}
    </FlexColumn>
  );
};
