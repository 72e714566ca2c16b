const DOCUMENT_ID = /^[a-z0-9]{1,64}$/i;

/** Whether this can be the id of a publication or a material: what cannot is the id of none. */
export const isDocumentId = (id: string | undefined): id is string =>
  id !== undefined && DOCUMENT_ID.test(id);
