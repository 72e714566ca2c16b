import get from 'lodash/get';

import { addToAttributes } from '../../core/content-manager/edit-layout';

/** The hint under a title tells its limit in characters, as the server counts, and not that of Strapi's validator. */
export const tellTitleLimit = addToAttributes(({ attribute }) => {
  const maxLength: unknown = get(attribute, 'pluginOptions.bot.characters');
  return maxLength === undefined ? undefined : { maxLength };
});
