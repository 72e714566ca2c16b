import { Link } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';

import { Item, List } from '../../../core/components/item';
import { Stack } from '../../../core/components/stack';
import { useText } from '../../../core/texts/texts';

interface Props {
  /** Undefined as long as they are not known. */
  works: { id: string; title: string | null; at: string }[] | undefined;
  failed: boolean;
  /** What is said where there are none. */
  none: string;
  /** The tab of the Bot page that shows more, and what leads there. */
  tab: string;
  more: string;
}

/** A widget that shows the first of some publications. */
export const Works = ({ works, failed, none, tab, more }: Props) => {
  const { titleOf, when } = useText();
  if (works === undefined) return failed ? <Widget.Error /> : <Widget.Loading />;
  if (works.length === 0) return <Widget.NoData>{none}</Widget.NoData>;
  return (
    <Stack gap={2}>
      <List>
        {works.slice(0, 5).map((work) => (
          <Item key={work.id} title={titleOf(work)} said={when(work.at)} />
        ))}
      </List>
      <Link tag={NavLink} to={`/plugins/bot?tab=${tab}`}>
        {more}
      </Link>
    </Stack>
  );
};
