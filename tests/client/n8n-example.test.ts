import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runInNewContext } from 'node:vm';

import { useSite } from '../support/use-site';

const root = path.resolve(__dirname, '../..');
const ADDRESS = 'https://example.org/api/bot';

interface Node {
  name: string;
  parameters: {
    url: string;
    jsonOutput: string;
    jsonBody: string;
    headerParameters: { parameters: [{ name: string; value: string }] };
  };
}

/** Evaluates a parameter of a node as n8n does: text after `=` with expressions in double braces. */
const evaluate = (parameter: string, $json: object): unknown => {
  const template = parameter.replace(/^=/, '');
  const [, expression] = /^\{\{ (.*) \}\}$/.exec(template) ?? [];
  if (expression !== undefined) return runInNewContext(`(${expression})`, { $json, String });
  return template.replace(/\{\{ (.*?) \}\}/g, (_, part: string) =>
    String(runInNewContext(part, { $json }))
  );
};

const { bot } = useSite();

test('the nodes of examples/n8n.json publish each row once, also when each request is sent twice', async () => {
  const file = await readFile(path.join(root, 'examples/n8n.json'), 'utf8');
  const { nodes } = JSON.parse(file) as { nodes: Node[] };
  const [rows, create, publish] = ['Rows', 'Create', 'Publish'].map(
    (name) => nodes.find((node) => node.name === name)!.parameters
  ) as [Node['parameters'], Node['parameters'], Node['parameters']];
  const page = await readFile(path.join(root, 'docs/automation.md'), 'utf8');
  const [key] = create.headerParameters.parameters;

  for (const shown of [create.url, create.jsonBody, key.name, key.value, publish.url]) {
    expect(page).toContain(`\`${shown.replace(/^=/, '')}\``);
  }
  for (const row of (JSON.parse(rows.jsonOutput) as { rows: { title: string }[] }).rows) {
    const answers = [];
    for (let times = 0; times < 2; times += 1) {
      const { body } = await bot
        .request('post', create.url.replace(ADDRESS, ''))
        .set(key.name, String(evaluate(key.value, row)))
        .send(evaluate(create.jsonBody, row) as object)
        .expect(201);
      const url = String(evaluate(publish.url, body as object)).replace(ADDRESS, '');
      answers.push((await bot.request('post', url).expect(200)).body);
    }
    expect(answers[1]).toEqual(answers[0]);
    const published = (await bot.list()).filter(({ title }) => title === row.title);
    expect(published).toMatchObject([{ id: answers[0].id, status: 'published' }]);
  }
});
