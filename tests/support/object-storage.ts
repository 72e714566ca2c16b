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
/** The one account that the server knows. */
const KEY = 'S3RVER';
/** How the server names the file that holds the bytes of an object. */
const OBJECT = '._S3rver_object';

/** What the storage says of an object. */
export interface ObjectHead {
  type: string | null;
  disposition: string | null;
  cacheControl: string | null;
  size: number;
}

/** A request as it reached the storage. */
export interface ObjectRequest {
  method: string;
  key: string;
  /** Whether it asks for a copy of another object. */
  isCopy: boolean;
}

/** An S3-compatible server of one test file. */
export interface ObjectStorage {
  /** Where the objects lie: the address of one is this, a slash and its key. */
  url: string;
  /** What the site needs to keep its files there; `S3_PUBLIC_URL` is left to the test. */
  env: Record<string, string>;
  /** Awaited before the storage looks at a request, so that a test can keep it waiting. */
  gate?: (request: ObjectRequest) => Promise<unknown>;
  /** Requests that are answered with 403, as by a key that lacks a right. */
  refuses?: (request: ObjectRequest) => boolean;
  /** Keeps requests of a method waiting by that gate, until the function returned is called. */
  hold: (method: string) => () => void;
  /** All requests for objects so far. */
  requests: readonly ObjectRequest[];
  /** The keys of all objects, sorted. */
  keys: () => Promise<string[]>;
  /** Bytes by key. */
  sizes: () => Promise<Map<string, number>>;
  /** What a reader of a public bucket is told of an object; undefined if there is none. */
  head: (key: string) => Promise<ObjectHead | undefined>;
  /** Stops the server and removes its data. */
  stop: () => Promise<void>;
}

const isSigned = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.authorization !== undefined || /[?&]X-Amz-Signature=/.test(url);

const keyOf = ({ url = '' }: IncomingMessage): string =>
  decodeURIComponent(url.split('?')[0] ?? '').slice(BUCKET.length + 2);

/**
 * Starts an S3-compatible server with one bucket on a free port of 127.0.0.1.
 *
 * @param isPrivate whether requests without a signature are refused. The server does not check
 *   a signature of version 4, only that it has not expired.
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
