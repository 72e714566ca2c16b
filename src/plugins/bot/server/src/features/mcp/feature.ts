import type { Feature } from '../../core/feature';
import { nameAgents } from '../../core/strapi/agents';
import changes from '../changes/feature';
import fields from '../fields/feature';
import publications from '../publications/feature';

import { keepCreator, PERMISSIONS, registerTools } from './register';

/** Offers tools over MCP that Strapi's own MCP server lacks. Agents use a token of the panel. */
export default {
  name: 'mcp',
  isWanted: (strapi) => strapi.ai.mcp.isEnabled(),
  needs: [changes, fields, publications],
  permissions: PERMISSIONS,
  register(strapi) {
    nameAgents(strapi);
    registerTools(strapi);
  },
  bootstrap: keepCreator,
} satisfies Feature;
