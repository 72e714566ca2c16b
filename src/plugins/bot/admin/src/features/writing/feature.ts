import type { EditLayout } from '@strapi/content-manager/strapi-admin';

import { publicationAttributes } from '../../core/content-manager/publication';
import type { PanelFeature } from '../../core/feature';

import { text } from './texts';

const FIELD = { name: 'markdown', pluginId: 'bot' };
const FIELD_UID = `plugin::${FIELD.pluginId}.${FIELD.name}`;

type Field = EditLayout['layout'][number][number][number];

/**
 * Puts the field on the body of publications as they are shown, so that the type of the site, and what the
 * Content-Type Builder writes of it, stays as it is. Another field that the site has chosen stays too.
 */
const writeInMarkdown = ({ layout }: { layout: EditLayout }): { layout: EditLayout } => {
  const { body, addresses } = publicationAttributes({ pluginOptions: layout.options }) ?? {};
  if (addresses === undefined) return { layout };
  const inMarkdown = (field: Field): Field =>
    field.name === body &&
    field.attribute.type === 'richtext' &&
    !('customField' in field.attribute)
      ? ({
          ...field,
          attribute: { ...field.attribute, customField: FIELD_UID },
        } as unknown as Field)
      : field;
  return {
    layout: {
      ...layout,
      layout: layout.layout.map((panel) => panel.map((row) => row.map(inMarkdown))),
    },
  };
};

/** The field that the text of a publication is written in. */
export const writing: PanelFeature = {
  name: 'writing',
  translations: (locale) => import(`./translations/${locale}.json`),
  customFields: [
    {
      ...FIELD,
      type: 'richtext',
      intlLabel: text('writing.name'),
      intlDescription: text('writing.says'),
      components: {
        Input: async () => {
          const { MarkdownField } = await import('./field');
          return { default: MarkdownField as never };
        },
      },
    },
  ],
  editLayout: writeInMarkdown,
};
