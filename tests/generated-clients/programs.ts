/** Source of `calls.ts`: the test sequence of all clients, which calls the functions that a program passes. */
export const CALLS = `
export interface Calls {
  upload(file: File): Promise<{ id: string; type: string }>;
  create(title: string, media: string[]): Promise<string>;
  publish(id: string): Promise<string>;
  remove(id: string): Promise<string[]>;
}
export const api = process.env.SITE + '/api/bot';
export const headers = { Authorization: 'Bearer ' + process.env.BOT_API_TOKEN };
export const walk = async ({ upload, create, publish, remove }: Calls): Promise<void> => {
  const { id: material, type } = await upload(new File(['Ebb and flow'], 'tides.txt'));
  const id = await create(process.env.TITLE!, [material]);
  const url = await publish(id);
  const { status } = await fetch(url);
  const deleted = await remove(id);
  console.log(JSON.stringify({ type, url, status, areMediaDeleted: deleted.includes(material) }));
};
`;

const ORVAL = `
import { createPublication, deletePublication, publishPublication, uploadMaterial } from './client';
import { headers, walk } from './calls';
void walk({
  async upload(file) {
    const answer = await uploadMaterial({ file }, { headers });
    if (answer.status !== 201) throw new Error(answer.data.error.message);
    return answer.data;
  },
  async create(title, media) {
    const answer = await createPublication({ title, media }, { headers });
    if (answer.status !== 201) throw new Error(answer.data.error.message);
    return answer.data.id;
  },
  async publish(id) {
    const answer = await publishPublication(id, { headers });
    if (answer.status !== 200) throw new Error(answer.data.error.message);
    return answer.data.url;
  },
  async remove(id) {
    const answer = await deletePublication(id, { headers });
    if (answer.status !== 200) throw new Error(answer.data.error.message);
    return answer.data.media.deleted;
  },
});
`;

const OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
import { api, headers, walk } from './calls';
import type { paths } from './client';
const client = createClient<paths>({ baseUrl: api, headers });
void walk({
  async upload(file) {
    const { data, error } = await client.POST('/materials', {
      body: { file: '' },
      bodySerializer() {
        const form = new FormData();
        form.append('file', file);
        return form;
      },
    });
    if (data === undefined) throw new Error(error.error.message);
    return data;
  },
  async create(title, media) {
    const { data, error } = await client.POST('/publications', { body: { title, media } });
    if (data === undefined) throw new Error(error.error.message);
    return data.id;
  },
  async publish(id) {
    const params = { path: { id } };
    const { data, error } = await client.POST('/publications/{id}/publish', { params });
    if (data === undefined) throw new Error(error.error.message);
    return data.url;
  },
  async remove(id) {
    const params = { path: { id } };
    const { data, error } = await client.DELETE('/publications/{id}', { params });
    if (data === undefined) throw new Error(error.error.message);
    return data.media.deleted;
  },
});
`;

const OAZAPFTS = `
import { ok } from '@oazapfts/runtime';
import { api, headers, walk } from './calls';
import * as client from './client';
Object.assign(client.defaults, { baseUrl: api, headers });
void walk({
  upload: (file) => ok(client.uploadMaterial({ file })),
  create: async (title, media) => (await ok(client.createPublication({ title, media }))).id,
  publish: async (id) => (await ok(client.publishPublication(id))).url,
  remove: async (id) => (await ok(client.deletePublication(id))).media.deleted,
});
`;

const SWAGGER_TYPESCRIPT_API = `
import { api, headers, walk } from './calls';
import { Api } from './client';
const client = new Api({ baseUrl: api, baseApiParams: { headers } });
void walk({
  upload: async (file) => (await client.materials.uploadMaterial({ file })).data,
  create: async (title, media) =>
    (await client.publications.createPublication({ title, media })).data.id,
  publish: async (id) => (await client.publications.publishPublication(id)).data.url,
  remove: async (id) => (await client.publications.deletePublication(id)).data.media.deleted,
});
`;

const HEY_API = `
import { api, walk } from './calls';
import { createPublication, deletePublication, publishPublication, uploadMaterial } from './client';
import { client } from './client/client.gen';
client.setConfig({ baseUrl: api, auth: process.env.BOT_API_TOKEN });
const throwOnError = true;
void walk({
  upload: async (file) => (await uploadMaterial({ body: { file }, throwOnError })).data,
  create: async (title, media) =>
    (await createPublication({ body: { title, media }, throwOnError })).data.id,
  publish: async (id) => (await publishPublication({ path: { id }, throwOnError })).data.url,
  remove: async (id) => (await deletePublication({ path: { id }, throwOnError })).data.media.deleted,
});
`;

/** A generator of clients in TypeScript. */
export interface Generator {
  /** Packages of the generator, keyed by the name under which they are installed. */
  packages: Record<string, string>;
  /** Command of the generator: a file in `node_modules`, and arguments. Writes to the working directory. */
  command: [string, ...string[]];
  /** Contents of files that the generator or the program needs, by file name. */
  files?: Record<string, string>;
  /** Source of the program that runs the test sequence with the client in `client.ts` or `client/index.ts`. */
  program: string;
}

/** Settings of orval. It sends JSON if a body may be JSON or a form, so they remove JSON from the upload. */
const ORVAL_SETTINGS = `
module.exports = {
  site: {
    input: {
      target: '../openapi.json',
      override: {
        transformer(description) {
          delete description.paths['/materials'].post.requestBody.content['application/json'];
          return description;
        },
      },
    },
    output: {
      target: 'client.ts',
      client: 'fetch',
      baseUrl: { getBaseUrlFromSpecification: true },
    },
  },
};
`;

/** Settings of hey-api. It sends JSON if a body may be JSON or a form, so they remove JSON from the upload. */
const HEY_API_SETTINGS = `
module.exports = {
  input: '../openapi.json',
  output: 'client',
  parser: {
    patch: {
      operations: {
        'POST /materials': ({ requestBody }) => delete requestBody.content['application/json'],
      },
    },
  },
};
`;

export const GENERATORS: Record<string, Generator> = {
  'orval 7': {
    packages: { orval7: 'npm:orval@7.21.0' },
    command: ['orval7/dist/bin/orval.js'],
    files: { 'orval.config.js': ORVAL_SETTINGS },
    program: ORVAL,
  },
  'orval 8': {
    packages: { orval8: 'npm:orval@8.38.0' },
    command: ['orval8/dist/bin/orval.mjs'],
    files: { 'orval.config.js': ORVAL_SETTINGS },
    program: ORVAL,
  },
  'openapi-typescript and openapi-fetch': {
    packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0' },
    command: ['openapi-typescript/bin/cli.js', '../openapi.json', '-o', 'client.ts'],
    program: OPENAPI_FETCH,
  },
  oazapfts: {
    packages: { oazapfts: '7.5.0', '@oazapfts/runtime': '1.2.0' },
    command: ['oazapfts/dist/cli.js', '../openapi.json', 'client.ts'],
    program: OAZAPFTS,
  },
  'swagger-typescript-api': {
    packages: { 'swagger-typescript-api': '13.13.0' },
    command: [
      'swagger-typescript-api/dist/cli.mjs',
      ...['generate', '-p', '../openapi.json', '-o', '.', '-n', 'client.ts'],
    ],
    program: SWAGGER_TYPESCRIPT_API,
  },
  '@hey-api/openapi-ts': {
    packages: { '@hey-api/openapi-ts': '0.99.0' },
    command: ['@hey-api/openapi-ts/bin/run.js'],
    files: { 'openapi-ts.config.cjs': HEY_API_SETTINGS },
    program: HEY_API,
  },
};
