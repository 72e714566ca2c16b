import type { WorkContent } from '../../services/whole-works';
import { findLanguage } from '../words/language';
import type { SiteView } from './layout';

/** The site as the page of a work shows it: in the work's own language, if it has one. */
export const inLanguageOf = (
  { language }: Pick<WorkContent, 'language'>,
  site: SiteView
): SiteView => ({
  ...site,
  language: (language ? findLanguage(language) : null) ?? site.language,
});
