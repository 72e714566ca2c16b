import { Link } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';

import { useSiteState } from '../bot-page/site-state';
import { useText } from '../texts/texts';

/** Where the Content Manager lists publications; for the Bot page. */
export const useListAddress = (): string =>
  `/content-manager/collection-types/${useSiteState().data?.contentType}`;

/** A publication by its title, which leads to where it is edited. */
export const PublicationLink = ({ id, title }: { id: string; title: string | null }) => {
  const { titleOf } = useText();
  return (
    <Link tag={NavLink} to={`${useListAddress()}/${id}`}>
      {titleOf({ title })}
    </Link>
  );
};
