import type { TextKey } from '../../../core/texts/languages';
import { publicationAttributes } from '../../../core/content-manager/panel-metadata';
import { text } from '../../../core/texts/text';
import { textNow } from '../../../core/texts/text-now';

import { Choice } from './choice';
import type { ListLayout } from './columns';
import { withWords } from './labels';

/** A filter of the Content Manager's list; it does not export the type. */
interface Filter {
  name: string;
  label: string | ReturnType<typeof text>;
  type: string;
  operators?: { label: ReturnType<typeof text>; value: string }[];
  options?: { label: string; value: string }[];
  input?: typeof Choice;
}

interface Filtered<Layout extends ListLayout> {
  displayedFilters: Filter[];
  layout: Layout;
}

const IS = [
  {
    label: { id: 'components.FilterOptions.FILTER_TYPES.$eq', defaultMessage: 'is' },
    value: '$eq',
  },
];

/** What is asked for by `name` and a value, the server's `extendPublicationList` says. */
const own = (name: string, label: TextKey, values: Record<string, TextKey>): Filter => ({
  name,
  label: text(label),
  type: 'enumeration',
  operators: IS,
  // Strapi writes what is chosen as it is: these have to be in words already.
  options: Object.entries(values).map(([value, key]) => ({ value, label: textNow(key) })),
  input: Choice,
});

/** The label as the site has translated it for the column: Strapi itself shows the untranslated one. */
const translated = (filter: Filter): Filter => {
  const type = /\/collection-types\/([^/?]+)/.exec(window.location.pathname)?.[1];
  return type === undefined || typeof filter.label !== 'string'
    ? filter
    : {
        ...filter,
        label: {
          id: `content-manager.content-types.${decodeURIComponent(type)}.${filter.name}`,
          defaultMessage: filter.label,
        },
      };
};

/** For the hook `inject-in-filters`: publications by who has made them, and by their schedule. */
export const addFilters = <Layout extends ListLayout>({
  displayedFilters,
  layout,
}: Filtered<Layout>): Filtered<Layout> => {
  const inWords = withWords(displayedFilters).map(translated);
  if (publicationAttributes({ pluginOptions: layout.options }) === undefined) {
    return { displayedFilters: inWords, layout };
  }
  return {
    displayedFilters: [
      ...inWords,
      own('botMadeBy', 'list.made-by', {
        bot: 'list.by-bot',
        editor: 'list.by-editor',
        other: 'page.who.other',
      }),
      own('botScheduled', 'list.scheduled', {
        publish: 'list.to-publish',
        unpublish: 'list.to-take-back',
        failed: 'list.schedule-failed',
      }),
    ],
    layout,
  };
};
