import ar from './ar.json';
import de from './de.json';
import fr from './fr.json';
import uk from './uk.json';

/**
 * Translations of the site's types and fields for the panel. English is in the schemas. Types and hints are keyed by
 * their English text, fields by the Content Manager's translation keys.
 */
export const LABELS: Record<string, Record<string, string>> = { ar, de, fr, uk };

/** Translates a field's hint into the panel's language; the English hint if there is no translation. */
export const hintInWords = (hint: string): string =>
  LABELS[document.documentElement.lang]?.[hint] ?? hint;
