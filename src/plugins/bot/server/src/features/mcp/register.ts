import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { FILE_UID, PLUGIN_ID } from '../../core/constants';
import { getInterfaceService } from '../../core/feature';
import { ScopedValue } from '../../core/scoped-value';
import { describeTools, publishToolOf } from '../../core/strapi/agents';
import { completeRows } from '../../core/writes/own-data';
import { siteOf } from '../publications';

import { createForm } from './form';
import { createOperationCaller, type Agent } from './operation';
import type { Arguments } from './permissions';
import { instructionsFor, TOOLS } from './tools';

/** The agent of the current tool call. */
const atWork = new ScopedValue<Agent>();

/** Sets the creator on entries that an agent creates, because a role may restrict people to their own entries. */
export const keepCreator = (strapi: Core.Strapi): void => {
  strapi.db.lifecycles.subscribe({
    models: [botConfig(strapi).contentType, FILE_UID],
    beforeCreate({ params }) {
      const id = atWork.get()?.user.id;
      if (id === undefined) return;
      completeRows(params, ({ createdBy = id, updatedBy = id }) => ({ createdBy, updatedBy }));
    },
  });
};

/** The permission of a tool, for example `mcp.upload-material` for `bot_upload_material`. */
const permissionOf = (name: string): string => `mcp.${_.kebabCase(name.replace('bot_', ''))}`;

/** Permissions for roles, one for each tool, with their labels. */
export const PERMISSIONS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(TOOLS).map((name) => [permissionOf(name), `Agents (MCP): ${name}`])
);

const toTextContent = (result: object) => [{ type: 'text' as const, text: JSON.stringify(result) }];

/** Registers the tools with Strapi's MCP server, which checks the permissions of the token. */
export const registerTools = (strapi: Core.Strapi): void => {
  const { operations, features } = getInterfaceService(strapi);
  const parts = new Set<string>([...operations(), ...features()]);
  const tools = _.pickBy(TOOLS, ({ operation, feature = 'mcp' }) =>
    [operation, feature].every((part) => parts.has(part))
  );
  const publishTool = publishToolOf(botConfig(strapi).contentType);
  const forms = _.mapValues(tools, (tool) => createForm(tool, publishTool));
  const caller = _.once(() => createOperationCaller(strapi));
  const annotations = new Map(Object.entries(_.mapValues(forms, 'annotations')));
  describeTools(strapi, annotations, instructionsFor(publishTool));

  for (const [name, { operation, allow, readable }] of Object.entries(tools)) {
    const { description, input, output, requestOf, resultOf } = forms[name];

    const carryOut = async (agent: Agent, requested: Arguments) => {
      const mayCall = async (ctx: Context) => allow(strapi, ctx, requested);
      const ctx = await caller()(operation, requestOf(requested), agent, mayCall);
      if (ctx.status >= 400)
        return { content: toTextContent(ctx.body as object), isError: true as const };
      const result = resultOf(ctx);
      if (readable) result.items = await readable(strapi, ctx, result.items as never);
      return { content: toTextContent(result), structuredContent: result };
    };

    strapi.ai.mcp.registerTool({
      name,
      title: _.upperFirst(_.lowerCase(name.replace('bot_', ''))),
      description,
      auth: { policies: [{ action: `plugin::${PLUGIN_ID}.${permissionOf(name)}` }] },
      resolveInputSchema: _.once(() => input(siteOf(strapi))),
      resolveOutputSchema: () => output,
      createHandler:
        (_strapi, agent) =>
        ({ args }) =>
          // Converted to JSON and back, because the action expects the raw request and not parsed values.
          atWork.run(agent, () => carryOut(agent, JSON.parse(JSON.stringify(args)) as Arguments)),
    });
  }
};
