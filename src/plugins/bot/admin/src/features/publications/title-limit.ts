import get from 'lodash/get';

import { addToAttributes } from '../../core/content-manager/edit-layout';

/**
 * Sets the limit in the hint under a title to the server's number of characters, instead of that of Strapi's validator.
 */
export const showTitleLimit = addToAttributes(({ attribute }) => {
  const maxLength: unknown = get(attribute, 'pluginOptions.bot.characters');
  return maxLength === undefined ? undefined : { maxLength };
});
