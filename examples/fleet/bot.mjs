// Sends a folder of Markdown to several sites, one text after the other by a timetable, and tells when each is public.
// Existing publications are compared and not created twice: it can be stopped and started at any time. `node bot.mjs fleet.json`
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

import { createClient, createWebhookHandler } from '@fleet-bot/client';

const { folder, first, minutesBetween, port, sites } = JSON.parse(await readFile(process.argv[2]));
const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
const log = (line) => process.stdout.write(`${line}\n`);

const bringPicture = async ({ materials }, file, alternativeText) => {
  const bytes = await readFile(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { value: there } = await materials.list({ sha256, limit: 1 }).next();
  return there ?? materials.upload(file, { alternativeText });
};

const readText = async (client, file) => {
  let [, title, body] = /^# (.*)\n+([^]*)$/.exec(await readFile(path.join(folder, file), 'utf8'));
  for (const [reference, alt, picture] of body.matchAll(/!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)/g)) {
    const { url } = await bringPicture(client, path.join(folder, picture), alt);
    body = body.replace(reference, `![${alt}](${url})`);
  }
  return { title, body };
};

const send = async (client, file, index) => {
  const text = await readText(client, file);
  const there = await client.publications.find(file);
  const publishAt = new Date(Date.parse(first) + index * minutesBetween * 60_000);
  if (!there) return client.publications.create({ ...text, externalId: file, publishAt });
  const isSame = ({ title, body }) => title === text.title && body === text.body;
  const change = (current) => (isSame(current) ? undefined : text);
  return client.publications.update(there.id, change, { publish: there.url !== null });
};

const bots = Object.entries(sites).map(([name, { address, token, secret }]) => {
  const client = createClient({ address, token: process.env[token] });
  const onChange = async ({ type, data: { id, externalId } }) => {
    if (type !== 'publication.published') return;
    log(`${name}: ${externalId} is public at ${(await client.publications.get(id)).url}`);
  };
  const receive = createWebhookHandler({ secrets: [process.env[secret]], onChange });
  return { name, client, receive };
});

// BOT_WEBHOOK_URL of each site is the address of this machine, with the port and /<name of the site>.
createServer((request, response) => {
  const bot = bots.find(({ name }) => request.url === `/${name}`);
  return bot ? bot.receive(request, response) : response.writeHead(404).end();
}).listen(port);

const sendAll = async ({ name, client }) => {
  for (const [index, file] of files.entries()) await send(client, file, index);
  log(`${name}: has all ${files.length} texts`);
};
for (const bot of bots) sendAll(bot).catch(({ message }) => log(`${bot.name}: ${message}`));
