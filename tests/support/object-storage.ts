import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import S3rver from 's3rver';

import { owes } from './running';

const BUCKET = 'site-files';
const REGION = 'eu-test-1';
/** Access key of the server's only account. */
const KEY = 'S3RVER';
/** Suffix of the files in which the server stores the bytes of objects. */
const OBJECT = '._S3rver_object';

/** Headers of an object. */
export interface ObjectHead {
  type: string | null;
  disposition: string | null;
  cacheControl: string | null;
  size: number;
}

/** A request that reached the storage. */
export interface ObjectRequest {
  method: string;
  key: string;
  /** Whether the request copies another object. */
  isCopy: boolean;
}

/** An S3-compatible server of one test file. */
export interface ObjectStorage {
  /** Base URL of the objects; a slash and the key follow. */
  url: string;
  /** Environment variables for a site that stores its files there; tests set `S3_PUBLIC_URL` themselves. */
  env: Record<string, string>;
  /** Called and awaited before each request is handled, so that a test can delay it. */
  gate?: (request: ObjectRequest) => Promise<unknown>;
  /** Selects requests that are answered with 403, as for a key without permission. */
  refuses?: (request: ObjectRequest) => boolean;
  /** Delays requests with a method through `gate`, until the returned function is called. */
  hold: (method: string) => () => void;
  /** All requests for objects so far. */
  requests: readonly ObjectRequest[];
  /** Keys of all objects, sorted. */
  keys: () => Promise<string[]>;
  /** Sizes of objects in bytes, by key. */
  sizes: () => Promise<Map<string, number>>;
  /** Headers of an object for a reader of a public bucket; undefined if it does not exist. */
  head: (key: string) => Promise<ObjectHead | undefined>;
  /** Stops the server and deletes its data. */
  stop: () => Promise<void>;
}

const isSigned = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.authorization !== undefined || /[?&]X-Amz-Signature=/.test(url);

const keyOf = ({ url = '' }: IncomingMessage): string =>
  decodeURIComponent(url.split('?')[0] ?? '').slice(BUCKET.length + 2);

/**
 * Starts an S3-compatible server with one bucket on a free port of 127.0.0.1.
 *
 * @param isPrivate whether requests without a signature are rejected. The server does not verify signatures of version
 * 4, only their expiry.
 */
export const startObjectStorage = async ({ isPrivate = false } = {}): Promise<ObjectStorage> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'object-storage-'));
  const storage = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  });
  await storage.configureBuckets();

  const requests: ObjectRequest[] = [];
  const serve = storage.callback();
  const server = createServer((request, response) => {
    const isCopy = 'x-amz-copy-source' in request.headers;
    const arrived = { method: request.method ?? '', key: keyOf(request), isCopy };
    requests.push(arrived);
    const answer = () => {
      const isRefused = objectStorage.refuses?.(arrived) === true;
      if (isRefused || (isPrivate && !isSigned(request))) response.writeHead(403).end();
      else serve(request, response);
    };
    if (objectStorage.gate === undefined) answer();
    else void objectStorage.gate(arrived).then(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${endpoint}/${BUCKET}`;

  const keys = async (): Promise<string[]> => {
    const names = await readdir(path.join(directory, BUCKET), { recursive: true });
    return names
      .filter((name) => name.endsWith(OBJECT))
      .map((name) => name.slice(0, -OBJECT.length))
      .sort();
  };

  const stop = async () => {
    settled();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    await rm(directory, { recursive: true, force: true });
  };
  const settled = owes(stop);

  const objectStorage: ObjectStorage = {
    url,
    env: {
      UPLOAD_PROVIDER: 's3',
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
      S3_FORCE_PATH_STYLE: 'true',
    },
    requests,
    hold(held) {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      objectStorage.gate = ({ method }) => (method === held ? released : Promise.resolve());
      return () => {
        objectStorage.gate = undefined;
        release();
      };
    },
    keys,
    async sizes() {
      const sizes = new Map<string, number>();
      for (const key of await keys()) {
        const file = await stat(path.join(directory, BUCKET, key + OBJECT)).catch(() => undefined);
        if (file !== undefined) sizes.set(key, file.size);
      }
      return sizes;
    },
    async head(key) {
      const answer = await fetch(`${url}/${encodeURIComponent(key)}`, { method: 'HEAD' });
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new Error(`HEAD ${key}: ${answer.status}`);
      return {
        type: answer.headers.get('content-type'),
        disposition: answer.headers.get('content-disposition'),
        cacheControl: answer.headers.get('cache-control'),
        size: Number(answer.headers.get('content-length')),
      };
    },
    stop,
  };
  return objectStorage;
};
