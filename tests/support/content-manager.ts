import type { Admin } from './admin';

const WORKS = '/content-manager/collection-types/api::work.work';

/** Values that an editor enters in the edit view of a work. */
export interface WorkInput {
  title?: string;
  slug?: string | null;
  body?: string;
  media?: number[];
}

/** Requests of the admin panel for works; each expects success. */
export const createEditor = ({ agent }: Admin) => {
  const post = async (path: string, body: object = {}) =>
    (
      await agent
        .post(WORKS + path)
        .send(body)
        .expect((response) => {
          if (response.status !== 200 && response.status !== 201) {
            throw new Error(`${path} answered ${response.status}: ${response.text}`);
          }
        })
    ).body;

  return {
    /** Saves a new draft; returns its document id. */
    create: async (data: WorkInput): Promise<string> => (await post('', data)).data.documentId,

    /** Saves and publishes a new work in one step. */
    createAndPublish: async (data: WorkInput): Promise<string> =>
      (await post('/actions/publish', data)).data.documentId,

    update: async (id: string, data: WorkInput): Promise<void> => {
      await agent.put(`${WORKS}/${id}`).send(data).expect(200);
    },

    publish: (id: string, data: WorkInput): Promise<unknown> =>
      post(`/${id}/actions/publish`, data),
    unpublish: (id: string): Promise<unknown> => post(`/${id}/actions/unpublish`),
    unpublishAndDiscard: (id: string): Promise<unknown> =>
      post(`/${id}/actions/unpublish`, { discardDraft: true }),
    discard: (id: string): Promise<unknown> => post(`/${id}/actions/discard`),
    bulkPublish: (documentIds: string[]): Promise<unknown> =>
      post('/actions/bulkPublish', { documentIds }),
    bulkUnpublish: (documentIds: string[]): Promise<unknown> =>
      post('/actions/bulkUnpublish', { documentIds }),
    duplicate: async (id: string, data: WorkInput): Promise<string> =>
      (await post(`/clone/${id}`, data)).data.documentId,

    remove: async (id: string): Promise<void> => {
      await agent.delete(`${WORKS}/${id}`).expect(200);
    },
    bulkRemove: (documentIds: string[]): Promise<unknown> =>
      post('/actions/bulkDelete', { documentIds }),

    /** Sends a request that may fail. */
    attempt: (data: WorkInput) => agent.post(WORKS).send(data),
  };
};

export type Editor = ReturnType<typeof createEditor>;
