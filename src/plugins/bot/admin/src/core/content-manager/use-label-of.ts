import { unstable_useDocumentLayout as useDocumentLayout } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';

/** Returns a function that gives the translated label of a field of a type. */
export const useLabelOf = (type: string): ((name: string) => string) => {
  const intl = useIntl();
  const { metadatas } = useDocumentLayout(type).edit;
  return (name) => {
    const label = metadatas[name]?.label ?? name;
    return intl.formatMessage({
      id: `content-manager.content-types.${type}.${name}`,
      defaultMessage: label.charAt(0).toUpperCase() + label.slice(1),
    });
  };
};
