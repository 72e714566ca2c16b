import { addToAttributes } from '../../core/content-manager/edit-layout';
import { publicationAttributes } from '../../core/content-manager/publication';
import type { PanelFeature } from '../../core/feature';
import { text } from '../../core/texts/texts';

const FIELD = { name: 'markdown', pluginId: 'bot' };

/**
 * Puts the field on the body of publications as they are shown, so that the type of the site, and what the
 * Content-Type Builder writes of it, stays as it is. Another field that the site has chosen stays too.
 */
const writeInMarkdown = addToAttributes(({ name, attribute }, pluginOptions) => {
  const isBody = name === publicationAttributes({ pluginOptions })?.body;
  return isBody && attribute.type === 'richtext' && !('customField' in attribute)
    ? { customField: `plugin::${FIELD.pluginId}.${FIELD.name}` }
    : undefined;
});

/** The field that the text of a publication is written in. */
export const writing: PanelFeature = {
  name: 'writing',
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
