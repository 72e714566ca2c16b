import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import type { Admin, Permission } from '../support/admin';
import type { Site } from '../support/site';

const WORK = 'api::work.work';

/** What a role may be allowed of the tools, by the words of their names. */
export const tools = (...words: string[]): Permission[] =>
  words.map((word) => ({ action: `plugin::bot.mcp.${word}` }));

/** What a role may do with works, with some of their fields or with all. */
export const works = ({ strapi }: Site, actions: string[], fields?: string[]): Permission[] => {
  const all: string[] = strapi
    .service('admin::content-type')
    .getNestedFields(strapi.getModel(WORK), { components: strapi.components });
  return actions.map((action) => ({
    action: `plugin::content-manager.explorer.${action}`,
    subject: WORK,
    ...(action !== 'publish' && { properties: { fields: fields ?? all } }),
  }));
};

/** Makes a token of somebody in the panel, with permissions that this person has. */
export const createToken = async (
  { agent }: Pick<Admin, 'agent'>,
  name: string,
  adminPermissions: Permission[]
): Promise<string> => {
  const { body } = await agent
    .post('/admin/admin-tokens')
    .send({ name, description: '', lifespan: null, adminPermissions })
    .expect(201);
  return (body as { data: { accessKey: string } }).data.accessKey;
};

/** What a tool has answered. */
export interface Told {
  told: Record<string, unknown> & { id: string; etag: string; items: Record<string, unknown>[] };
  /** The code of an error of the interface. */
  code?: string;
  /** The message of an error. */
  message?: string;
}

/** An agent that works on a site through the official client. */
export const connect = async ({ url }: Pick<Site, 'url'>, token: string) => {
  const client = new Client({ name: 'an agent', version: '1.0.0' });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } })
  );
  return {
    /** What the site tells it of its tools before it calls one. */
    instructions: () => client.getInstructions(),

    /** The names of all tools that it is offered, Strapi's among them. */
    names: async () => (await client.listTools()).tools.map(({ name }) => name),

    /** The plugin's tools that it is offered. */
    async tools() {
      const { tools: all } = await client.listTools();
      return all.filter(({ name }) => name.startsWith('bot_'));
    },
    async call(name: string, asked: Record<string, unknown> = {}): Promise<Told> {
      const { content, structuredContent } = await client.callTool({ name, arguments: asked });
      const [{ text }] = content as [{ text: string }];
      return {
        told: structuredContent as Told['told'],
        code: /"code":"([\w-]+)"/.exec(structuredContent === undefined ? text : '')?.[1],
        message:
          structuredContent === undefined && text.startsWith('{')
            ? (JSON.parse(text) as { error: Error }).error.message
            : undefined,
      };
    },
  };
};

export type Agent = Awaited<ReturnType<typeof connect>>;
