import ar from './ar.json';
import de from './de.json';
import fr from './fr.json';
import uk from './uk.json';

/**
 * What the site's own types and attributes are called in the languages of the panel besides English, which
 * stands in their schemas: types and hints by their English, attributes by the keys that the Content Manager
 * looks for.
 */
export const LABELS: Record<string, Record<string, string>> = { ar, de, fr, uk };

/** A hint under a field of the site's, in the language that the panel is in. */
export const hintInWords = (hint: string): string =>
  LABELS[document.documentElement.lang]?.[hint] ?? hint;
