import { addToAttributes } from '../../core/content-manager/edit-layout';
import { publicationAttributes } from '../../core/content-manager/publication';
import type { PanelFeature } from '../../core/feature';
import { text } from '../../core/texts/texts';

const FIELD = { name: 'markdown', pluginId: 'bot' };

/**
 * Shows the Markdown field for the body of publications, unless the site has chosen another custom field. Changes only
 * the form; the content type, and the file that the Content-Type Builder writes for it, stay the same.
 */
const writeInMarkdown = addToAttributes(({ name, attribute }, pluginOptions) => {
  const isBody = name === publicationAttributes({ pluginOptions })?.body;
  return isBody && attribute.type === 'richtext' && !('customField' in attribute)
    ? { customField: `plugin::${FIELD.pluginId}.${FIELD.name}` }
    : undefined;
});

/** The Markdown field for the text of a publication. */
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
