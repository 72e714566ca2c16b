import type { WorkContent } from '../../services/full-works';
import { findLanguage } from '../translations/language';
import type { SiteView } from './site-view';

/** Site data for the page of a work: with the work's own language, if it has one. */
export const withWorkLanguage = (
  { language }: Pick<WorkContent, 'language'>,
  site: SiteView
): SiteView => ({
  ...site,
  language: (language ? findLanguage(language) : null) ?? site.language,
});
