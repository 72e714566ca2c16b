import {
  unstable_useContentManagerContext as useContentManagerContext,
  useForm,
} from '@strapi/strapi/admin';

import { publicationAttributes } from '../../core/content-manager/panel-metadata';

/** A file in a media field of the form, as the Media Library has given it. */
export interface Picture {
  id: number;
  name: string;
  mime: string;
  alternativeText: string | null;
}

const isPicture = (file: unknown): file is Picture =>
  String(Reflect.get(Object(file), 'mime')).startsWith('image/');

/** The pictures in the form of a publication that have no alternative text, each once. */
export const usePicturesWithoutText = (): Picture[] => {
  const { contentType } = useContentManagerContext();
  const values: object = useForm('usePicturesWithoutText', (form) => form.values);
  if (contentType === undefined || publicationAttributes(contentType) === undefined) return [];

  const files = Object.entries(contentType.attributes)
    .filter(([, { type }]) => type === 'media')
    .flatMap(([name]) => [Reflect.get(values, name) as unknown].flat());
  const pictures = files
    .filter(isPicture)
    .filter(({ alternativeText }) => !alternativeText?.trim());
  return [...new Map(pictures.map((picture) => [picture.id, picture])).values()];
};
