import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { createBot, type Bot } from '../support/bot';
import { TOKEN } from '../support/environment';
import { png } from '../support/files';
import type { RunningApp, StockApp } from '../support/stock-app';

/** The lines to add to `config/plugins` for the plugin. */
const SETTINGS = `
  bot: {
    enabled: true,
    config: { token: process.env.BOT_API_TOKEN, contentType: 'api::article.article', urlPattern: '/articles/:slug' },
  },`;

const ARTICLE = {
  kind: 'collectionType',
  collectionName: 'articles',
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  options: { draftAndPublish: true },
  attributes: {
    title: { type: 'string' },
    slug: { type: 'uid', targetField: 'title' },
    body: { type: 'richtext' },
    media: { type: 'media', multiple: true },
  },
};

/** Adds a content type as the Content-Type Builder writes it. */
export const addArticle = async (
  app: StockApp,
  extension: 'ts' | 'js',
  attributes: object = {}
): Promise<void> => {
  const folder = 'src/api/article';
  await app.write(`${folder}/content-types/article/schema.json`, {
    ...ARTICLE,
    attributes: { ...ARTICLE.attributes, ...attributes },
  });
  const kinds = { controllers: 'Controller', routes: 'Router', services: 'Service' };
  for (const [name, kind] of Object.entries(kinds)) {
    const create = `factories.createCore${kind}('api::article.article')`;
    await app.write(
      `${folder}/${name}/article.${extension}`,
      extension === 'ts'
        ? `import { factories } from '@strapi/strapi';\n\nexport default ${create};\n`
        : `const { factories } = require('@strapi/strapi');\n\nmodule.exports = ${create};\n`
    );
  }
};

/** Adds the plugin's settings to the generated ones, and removes the denial of SVG. */
export const withSettings = (generated: string): string => {
  const settings = generated.replace(/=> \(\{/, (start) => start + SETTINGS);
  if (settings === generated) throw new Error(`No place for the settings in:\n${generated}`);
  return settings.replace("'image/svg+xml',", '');
};

/** Runs each operation of the interface once, like a bot. */
export const walk = async (bot: Bot) => {
  const health = await bot.request('get', '/health');
  const material = await bot.upload(await png());
  const { id } = await bot.createPublication({
    title: 'First words',
    body: '# Hello',
    media: [material.id],
  });
  const { url } = await bot.publish(id);
  const listed = await bot.list();
  const publication = await bot.get(id);
  await bot.unpublish(id);
  const removed = await bot.remove(id);
  const left = await bot.list();
  return { health: health.body as unknown, id, material, url, listed, publication, removed, left };
};

/** Makes a bot for a running site. */
export const botOf = ({ url }: Pick<RunningApp, 'url'>): Bot => createBot({ url, token: TOKEN });

/** Reads all complete publications and the names of stored files. */
export const seenOf = async (app: StockApp, site: RunningApp) => {
  const bot = botOf(site);
  const publications = [];
  for (const { id } of await bot.list()) publications.push(await bot.get(id));
  const stored = await readdir(path.join(app.appDir, 'public/uploads'));
  return {
    // `updatedAt` is omitted, because Strapi sets it again.
    publications: publications.map(({ updatedAt: _updated, ...rest }) => rest),
    stored: stored.filter((name) => name !== '.gitkeep').sort(),
  };
};
