import { Link } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';

import { useSiteState } from '../bot-page/site-state';
import { useText } from '../texts/texts';

/** The path of the Content Manager's list of publications. Contains `undefined` until the bot's state is loaded. */
export const useListAddress = (): string =>
  `/content-manager/collection-types/${useSiteState().data?.contentType}`;

/** A link to the edit view of a publication, with its title as the text. */
export const PublicationLink = ({ id, title }: { id: string; title: string | null }) => {
  const { titleOf } = useText();
  return (
    <Link tag={NavLink} to={`${useListAddress()}/${id}`}>
      {titleOf({ title })}
    </Link>
  );
};
