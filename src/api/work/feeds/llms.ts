import type { SiteView } from '../page/views/layout';
import { linkText } from '../page/views/markdown';
import type { ListedWork } from '../services/published';

/** What a program that reads the site needs to know (https://llmstxt.org): the works, in Markdown. */
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
