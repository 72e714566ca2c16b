import type { Test } from 'supertest';

import type { Admin } from './admin';
import { fileRow, type FileRow } from './database';
import type { TestFile } from './files';
import type { Site } from './site';

/** Requests of an editor in the Media Library. */
export const createMediaLibrary = (site: Site, { agent }: Admin) => {
  /** Uploads a file. @param replacing row id of the file to replace */
  const send = ({ name, content, mime }: TestFile, replacing?: number): Test =>
    agent
      .post(replacing === undefined ? '/upload' : `/upload?id=${replacing}`)
      .field(
        'fileInfo',
        JSON.stringify({ name, alternativeText: null, caption: null, folder: null })
      )
      .attach('files', content, { filename: name, contentType: mime });

  return {
    send,

    /** Uploads a file and expects success; returns its row. */
    async add(file: TestFile, replacing?: number): Promise<FileRow> {
      const { status, body } = await send(file, replacing);
      expect(status).toBe(replacing === undefined ? 201 : 200);
      const [row] = [body].flat();
      return fileRow(site, row.documentId);
    },
  };
};

export type MediaLibrary = ReturnType<typeof createMediaLibrary>;
