import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import type { Admin, Permission } from '../support/admin';
import type { Site } from '../support/site';

const WORK = 'api::work.work';

/** Permissions to use MCP tools, by the words of their names. */
export const tools = (...words: string[]): Permission[] =>
  words.map((word) => ({ action: `plugin::bot.mcp.${word}` }));

/** Permissions for actions on works, limited to some fields if given. */
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

/** Creates a panel token with permissions that its owner has. */
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

/** The answer of a tool call. */
export interface ToolResult {
  result: Record<string, unknown> & { id: string; etag: string; items: Record<string, unknown>[] };
  /** Error code from the interface document. */
  code?: string;
  /** The message of an error. */
  message?: string;
}

/** Connects an agent to a site through the official MCP client. */
export const connect = async ({ url }: Pick<Site, 'url'>, token: string) => {
  const client = new Client({ name: 'an agent', version: '1.0.0' });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } })
  );
  return {
    /** Instructions of the MCP server about its tools. */
    instructions: () => client.getInstructions(),

    /** Lists the names of all tools that the agent may use, including Strapi's. */
    names: async () => (await client.listTools()).tools.map(({ name }) => name),

    /** Lists the plugin's tools that the agent may use. */
    async tools() {
      const { tools: all } = await client.listTools();
      return all.filter(({ name }) => name.startsWith('bot_'));
    },
    async call(name: string, asked: Record<string, unknown> = {}): Promise<ToolResult> {
      const { content, structuredContent } = await client.callTool({ name, arguments: asked });
      const [{ text }] = content as [{ text: string }];
      return {
        result: structuredContent as ToolResult['result'],
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
