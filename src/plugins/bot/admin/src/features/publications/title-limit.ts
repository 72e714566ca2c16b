import { addToAttributes } from '../../core/content-manager/edit-layout';

/** The hint under a title tells its limit in characters, as the server counts, and not that of Strapi's validator. */
export const tellTitleLimit = addToAttributes(({ attribute }) => {
  const metadata: unknown = Reflect.get(Object(attribute.pluginOptions), 'bot');
  const maxLength: unknown = Reflect.get(Object(metadata), 'characters');
  return maxLength === undefined ? undefined : { maxLength };
});
