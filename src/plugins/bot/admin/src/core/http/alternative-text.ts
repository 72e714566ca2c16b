import { getFetchClient } from '@strapi/strapi/admin';

/** Writes the alternative text of a picture into the Media Library; what is not named stays as it is. */
export const writeAlternativeText = async (id: number, alternativeText: string): Promise<void> => {
  const body = new FormData();
  body.append('fileInfo', JSON.stringify({ alternativeText }));
  await getFetchClient().post(`/upload?id=${id}`, body);
};
