/*
 * Relies on: `@strapi/admin` 5.54: `authenticateAdminToken` of the service `api-token-admin`, used by admin routes and
 * the MCP server; `McpServer.registerTool` and `Server._instructions` of `@modelcontextprotocol/server`, which Strapi
 * uses without annotations and instructions; names of the MCP tools of `@strapi/content-manager`
 * Breaks if: Strapi authenticates tokens, registers tools or names tools in another way
 * Checked by: `tests/agents`
 */
import { createRequire } from 'node:module';

import type { Core } from '@strapi/strapi';

import { nameOf } from './actor';
import { hasMethods, isProbeDisabled, type Probe } from './probe';

/** Hints for MCP clients about a tool's effects (MCP 2025-06-18, section "Tools"). */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

type Authenticate = (token: string) => Promise<{
  authenticated: boolean;
  user?: unknown;
  credentials?: { name: string };
}>;

const tokensOf = (strapi: Core.Strapi): { authenticateAdminToken: Authenticate } =>
  strapi.service('admin::api-token-admin') as never;

/** Records the owner and the name of an admin token as the actor of its changes. */
export const nameAgents = (strapi: Core.Strapi): void => {
  const tokens = tokensOf(strapi);
  const authenticate = tokens.authenticateAdminToken;
  tokens.authenticateAdminToken = async (accessKey) => {
    const result = await authenticate(accessKey);
    const ctx = strapi.requestContext.get();
    if (result.authenticated && result.credentials !== undefined && ctx !== undefined) {
      ctx.state.agent = `${nameOf(result.user) ?? ''} (${result.credentials.name})`.trim();
    }
    return result;
  };
};

interface McpServer {
  server: { _instructions?: string };
  registerTool: (name: string, config: object, handler: unknown) => object;
}

interface ServerClass {
  prototype: McpServer;
}

/** The class of the MCP server that Strapi creates for each request. */
const serverClass = (): ServerClass => {
  const ofStrapi = createRequire(createRequire(__filename).resolve('@strapi/strapi'));
  const ofCore = createRequire(ofStrapi.resolve('@strapi/core'));
  return (ofCore('@modelcontextprotocol/server') as { McpServer: ServerClass }).McpServer;
};

export const AGENTS: Probe = {
  name: "annotations of tools, instructions, and the names of agents' tokens",
  reliesOn: 'the MCP server and the service api-token-admin of @strapi/admin',
  isOptional: true,
  isPresent: (strapi) =>
    hasMethods(tokensOf(strapi), 'authenticateAdminToken') &&
    hasMethods(serverClass().prototype, 'registerTool'),
};

/**
 * Adds annotations to MCP tools, and instructions to MCP servers that have at least one of these tools.
 * @param annotations annotations by tool name
 */
export const describeTools = (
  strapi: Core.Strapi,
  annotations: ReadonlyMap<string, ToolAnnotations>,
  instructions: string
): void => {
  if (isProbeDisabled(strapi, AGENTS)) return;
  const { prototype } = serverClass();
  const register = prototype.registerTool;
  prototype.registerTool = function (this: McpServer, name, config, handler) {
    const own = annotations.get(name);
    if (own) this.server._instructions = instructions;
    return register.call(this, name, own ? { annotations: own, ...config } : config, handler);
  };
};

/** The name of Strapi's own MCP tool that publishes documents of a content type. */
export const publishToolOf = (uid: string): string => {
  const [namespace = '', model = ''] = uid.toLowerCase().split('::');
  const parts = [...new Set(model.split('.'))].join('_');
  return `publish_${namespace === 'api' ? parts : `${namespace}-${model.replaceAll('.', '_')}`}`;
};
