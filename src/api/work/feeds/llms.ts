import type { SiteView } from '../page/views/site-view';
import { linkText } from '../page/views/markdown';
import type { ListedWork } from '../services/published';

/** Renders the list of works in Markdown for language models (https://llmstxt.org). */
export const renderLlms = (works: readonly ListedWork[], { name, address }: SiteView): string => {
  const lines = works.map(
    ({ title, slug }) => `- [${linkText(title)}](${address.absolute(`/works/${slug}.md`)})`
  );
  return (
    [
      `# ${name}`,
      `> Everything published on ${name}, newest first. Each work is there in Markdown too: its address with \`.md\` behind it.`,
      `## Works`,
      lines.join('\n') || 'Nothing has been published yet.',
      `## More`,
      `- [All works](${address.absolute('/sitemap.xml')}): sitemap`,
    ].join('\n\n') + '\n'
  );
};
