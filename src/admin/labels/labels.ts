import ar from './ar.json';
import de from './de.json';
import fr from './fr.json';
import uk from './uk.json';

/**
 * The labels of the site's types and attributes in the other languages of the panel; English is in the schemas. Types
 * and hints are keyed by their English text, attributes by the keys of the Content Manager.
 */
export const LABELS: Record<string, Record<string, string>> = { ar, de, fr, uk };

/** Translates the hint under a field of the site into the language of the panel. */
export const hintInWords = (hint: string): string =>
  LABELS[document.documentElement.lang]?.[hint] ?? hint;
