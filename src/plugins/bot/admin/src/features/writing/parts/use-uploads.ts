import { useFetchClient } from '@strapi/strapi/admin';
import valueAt from 'lodash/get';
import { useRef, useState } from 'react';

import { panelStore } from '../../../core/content-manager/panel-store';
import { backendAddress } from '../../../core/http/backend';
import type { PendingFile } from '../editor/editor';

/** A file of the Media Library, as the upload route returns it. */
export interface StoredFile {
  id: number;
  name: string;
  url: string;
  mime: string;
  alternativeText: string | null;
}

/** A file that is being uploaded or has been uploaded. */
export interface Upload extends PendingFile {
  state: 'waiting' | 'sending' | 'failed' | 'done';
  /** The progress of the upload, from 0 to 100. */
  percent: number;
  reason?: string;
  stored?: StoredFile;
}

const tokenOf = (): string => String(valueAt(panelStore()?.getState(), 'admin_app.token'));

/** A rejected upload. The status is 0 if no answer arrived. */
class UploadError extends Error {
  constructor(
    readonly status: number,
    message?: string
  ) {
    super(message);
  }
}

/**
 * Uploads a file. Uses `XMLHttpRequest`, as `fetch` does not report progress.
 * @throws Refusal
 */
const send = (
  file: File,
  folder: number,
  onProgress: (percent: number) => void
): Promise<StoredFile> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', backendAddress('/upload'));
    request.setRequestHeader('Authorization', `Bearer ${tokenOf()}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(Math.floor((100 * loaded) / Math.max(1, total)));
    request.onload = () => {
      const answer = request.response as StoredFile[] | { error?: { message?: string } } | null;
      const [stored] = Array.isArray(answer) ? answer : [];
      if (stored) resolve(stored);
      else {
        const message: unknown = valueAt(answer, 'error.message');
        reject(new UploadError(request.status, typeof message === 'string' ? message : undefined));
      }
    };
    request.onerror = () => reject(new UploadError(0));
    const body = new FormData();
    body.append('files', file);
    body.append('fileInfo', JSON.stringify({ name: file.name, folder }));
    request.send(body);
  });

/**
 * Uploads files one after the other, and keeps their state.
 * @param say returns the reason of a failure in the language of the panel
 */
export const useUploads = (
  onStored: (id: string, file: StoredFile) => void,
  describeFailure: (refusal: { status: number; message: string }) => string
) => {
  const { get } = useFetchClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef(Promise.resolve());

  const change = (id: string, changed: Partial<Upload>): void =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changed } : one)));

  const upload = async ({ id, file }: PendingFile): Promise<void> => {
    change(id, { state: 'sending', percent: 0 });
    try {
      // The panel's own client renews an expired session, unlike `XMLHttpRequest` below.
      const { data } = await get<{ data: { id: number } }>('/bot/writing/folder');
      const stored = await send(file, data.data.id, (percent) => change(id, { percent }));
      onStored(id, stored);
      change(id, { state: 'done', stored });
    } catch (error) {
      const { status, message } = error instanceof UploadError ? error : new UploadError(0);
      change(id, { state: 'failed', reason: describeFailure({ status, message }) });
    }
  };
  // Uploads run one after the other, so that the files keep their order in the text.
  const enqueue = (pending: PendingFile): void => {
    queue.current = queue.current.then(() => upload(pending));
  };

  return {
    uploads,
    add: (pending: readonly PendingFile[]): void => {
      setUploads((all) => [
        ...all,
        ...pending.map((one) => ({ ...one, state: 'waiting' as const, percent: 0 })),
      ]);
      pending.forEach(enqueue);
    },
    retry: (one: Upload) => {
      change(one.id, { state: 'waiting' });
      enqueue(one);
    },
    remove: (id: string) => setUploads((all) => all.filter((one) => one.id !== id)),
  };
};
