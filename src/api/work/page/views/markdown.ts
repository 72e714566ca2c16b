import type { StoredFile } from '../../services/stored-files';
import type { PublishedWork } from '../../services/full-works';
import type { SiteView } from './site-view';

/** Escapes a text for the brackets of a Markdown link. */
export const linkText = (text: string): string => text.replaceAll(/[[\]\\]/g, '\\$&');

const toLine = (file: StoredFile, { address }: SiteView): string => {
  const url = address.resolve(file.url)?.href ?? file.url;
  const text = linkText(file.alternativeText ?? file.name);
  return `${file.mime.startsWith('image/') ? '!' : ''}[${text}](<${url}>)`;
};

/** Renders a work in Markdown: its title, its text as written, and its media. */
export const renderMarkdown = (work: PublishedWork, view: SiteView): string =>
  [
    `# ${work.title}`,
    `Published ${work.firstPublishedAt.toISOString()} at <${view.address.absolute(`/works/${work.slug}`)}>`,
    work.body?.trim(),
    work.media.map((file) => toLine(file, view)).join('\n\n'),
  ]
    .filter((part) => part)
    .join('\n\n') + '\n';
