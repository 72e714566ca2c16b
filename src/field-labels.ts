import { isDeepStrictEqual } from 'node:util';

import type { Core } from '@strapi/strapi';

/** How the Content Manager names a field. */
interface Words {
  label?: string;
  description?: string;
}

/** The words of a field in the form and in the list. */
interface Metadata {
  edit?: Words;
  list?: Words;
}

interface Configuration {
  metadatas?: Record<string, Metadata>;
}

/** A type or a component of the site; `config` is what a new site's panel starts with. */
interface Model {
  uid: string;
  config?: Configuration;
}

/** The part of the Content Manager that knows the configurations of one kind of model. */
interface Configurations {
  findConfiguration(model: Model): Promise<Configuration>;
  updateConfiguration(model: Model, configuration: Configuration): Promise<unknown>;
}

/** The labels and hints of earlier versions of this site. */
const FORMER_WORDS = new Set([
  'Id',
  'Changed by',
  'Created by',
  'Claim',
  'Picture for link previews',
  'Address',
  'Place',
  'Label',
  'The end of the public address, made from the title',
  'Markdown: headings, lists, links, tables; HTML is shown as it is typed',
  'A few sentences for lists, search engines and links; without one, the start of the text',
  'The picture above the text and in links; without one, the first image of the media',
  'Who has written it, as readers see the name',
  "As browsers know it, like de, ar or zh-Hant; the site's if there is none",
  'What it is about; each tag has a page of its works',
  'Where it belongs',
  'As readers see it',
  'The end of the address of its page, made from the name',
  'Instead of the title of the work',
  'Instead of the excerpt',
  'The page stays public, and asks to be left out',
  'A path of the site such as /works/about, or one with https://',
  'A square picture of 180 pixels or more, for tabs and home screens',
  'In place of the name in the header',
  'In the header and in link previews; without one, that of BOT_SITE',
  'Of all pages but those of works with their own, like de or zh-Hant; without one, that of SITE_LOCALE',
  'Of links, like #0b5d6b; dark enough to be read on white. Dark pages get a lighter one',
  'Of lists, and of works without a picture; 1200 x 630 pixels',
  'The address of a published work, which the home page shows large; without one, the newest work is',
  'Up to eight, in the menu or the footer',
  'What readers see',
  'Where it stands',
  'Without one, the other logo',
]);

/** The stored words, with the site's words for a bare name of Strapi and for words of an earlier version. */
const inWords = (name: string, stored: Words, given: Words = {}): Words => {
  const isBare = stored.label === name;
  const { label = '', description } = stored;
  const isReplaced = description !== undefined && FORMER_WORDS.has(description);
  return {
    ...stored,
    ...(given.label !== undefined && (isBare || FORMER_WORDS.has(label)) && { label: given.label }),
    ...(given.description !== undefined &&
      ((isBare && description === '') || isReplaced) && { description: given.description }),
  };
};

const complete = (
  stored: Record<string, Metadata>,
  site: Record<string, Metadata>
): Record<string, Metadata> =>
  Object.fromEntries(
    Object.entries(stored).map(([name, { edit = {}, list = {} }]) => [
      name,
      {
        edit: inWords(name, edit, site[name]?.edit),
        list: inWords(name, list, site[name]?.list),
      },
    ])
  );

/**
 * Gives the fields of an existing site the labels and hints of the site's types. Strapi takes those when it meets an
 * attribute first, and keeps its bare name if there were none then. Words of an earlier version are replaced, those of
 * editors are kept.
 */
export const setFieldLabels = async (strapi: Core.Strapi): Promise<void> => {
  const manager = strapi.plugin('content-manager');
  for (const [service, models] of [
    ['content-types', strapi.contentTypes],
    ['components', strapi.components],
  ] as const) {
    const configurations: Configurations = manager.service(service);
    for (const model of Object.values(models) as unknown as Model[]) {
      const site = model.config?.metadatas;
      if (site === undefined) continue;
      const configuration = await configurations.findConfiguration(model);
      const metadatas = complete(configuration.metadatas ?? {}, site);
      if (!isDeepStrictEqual(metadatas, configuration.metadatas)) {
        await configurations.updateConfiguration(model, { ...configuration, metadatas });
      }
    }
  }
};
