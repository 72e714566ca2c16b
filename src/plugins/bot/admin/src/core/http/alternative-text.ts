import { getFetchClient } from '@strapi/strapi/admin';

/** Saves the alternative text of an image to the Media Library. Other properties of the file do not change. */
export const writeAlternativeText = async (id: number, alternativeText: string): Promise<void> => {
  const body = new FormData();
  body.append('fileInfo', JSON.stringify({ alternativeText }));
  await getFetchClient().post(`/upload?id=${id}`, body);
};
