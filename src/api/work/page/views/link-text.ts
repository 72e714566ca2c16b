/** A text between the brackets of a link in Markdown. */
export const linkText = (text: string): string => text.replaceAll(/[[\]\\]/g, '\\$&');
