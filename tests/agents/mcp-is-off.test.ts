import { createAdmin } from '../support/admin';
import { useSite } from '../support/use-site';

const { site, bot } = useSite();

test('a site that has not turned MCP on answers no agent, and offers roles nothing of it', async () => {
  expect((await site.request.post('/mcp').send({})).status).toBe(405);
  const { body: handshake } = await bot.request('get', '/').expect(200);
  expect(handshake.features).not.toContain('mcp');
  const { agent } = await createAdmin(site);
  const { body } = await agent.get('/admin/permissions').expect(200);
  expect(JSON.stringify(body)).toContain('plugin::bot.trash');
  expect(JSON.stringify(body)).not.toContain('plugin::bot.mcp');
});
