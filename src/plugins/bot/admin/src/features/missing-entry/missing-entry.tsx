import { EmptyStateLayout, Flex, LinkButton } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { Page, useRBAC } from '@strapi/strapi/admin';
import type { ComponentType } from 'react';
import { NavLink, useLocation } from 'react-router-dom';

import type { TextKey } from '../../core/texts/languages';
import { PERMISSIONS } from '../../core/permissions';
import { useText } from '../../core/texts/use-text';
import { useTold } from '../../core/http/use-told';

/** What `GET /bot/works/:type/:id/deletion` tells of a publication that is not there. */
interface Deletion {
  title: string | null;
  who: string | null;
  name: string | null;
  at: string | null;
  isInTrash: boolean;
  /** Whether its text was kept. */
  isTextKept: boolean;
}

const Gone = ({ list, deletion }: { list: string; deletion: Deletion }) => {
  const { say, when } = useText();
  const { title, who, name, at, isInTrash, isTextKept } = deletion;
  const { allowedActions } = useRBAC(PERMISSIONS.trash);
  const by = name ?? (who === null ? undefined : say(`page.who.${who}` as TextKey));
  return (
    <Page.Main height="100%">
      <Flex alignItems="center" height="100%" justifyContent="center">
        <EmptyStateLayout
          icon={<Trash width="6rem" height="6rem" />}
          content={
            by === undefined || at === null
              ? say('gone.unknown')
              : say('gone.by', { title: title?.trim() || say('page.untitled'), by, at: when(at) })
          }
          action={
            <Flex gap={2} wrap="wrap" justifyContent="center">
              <LinkButton tag={NavLink} to={list} variant="secondary">
                {say('gone.back')}
              </LinkButton>
              {(isInTrash || isTextKept) && allowedActions.canTrash && (
                <LinkButton tag={NavLink} to="/plugins/bot?tab=trash">
                  {say('page.tab.trash')}
                </LinkButton>
              )}
            </Flex>
          }
        />
      </Flex>
    </Page.Main>
  );
};

/** The address of a document in the Content Manager: that of its list, the type, the document. */
const DOCUMENT = /^(.*\/content-manager\/collection-types\/([^/]+))\/([a-z0-9]{24,25})$/;

type ErrorPage = ComponentType<object>;

/** Strapi's page of errors, but of a publication that is gone one that says so, with the way back. */
const withGone = (Otherwise: ErrorPage): ErrorPage => {
  const ErrorOrGone = (props: object) => {
    const { pathname } = useLocation();
    const [, list, type, id] = DOCUMENT.exec(pathname) ?? [];
    const deletion = useTold<Deletion>(type && `/bot/works/${type}/${id}/deletion`);
    return deletion === undefined || list === undefined ? (
      <Otherwise {...props} />
    ) : (
      <Gone list={list} deletion={deletion} />
    );
  };
  return ErrorOrGone;
};

/**
 * Puts that page in place of Strapi's. The Content Manager renders `Page.Error` of `@strapi/admin` 5.54, an object
 * that all of the panel shares, and lets nobody in; `tests/panel/an-editors-day.test.ts` notices a change.
 */
export const tellOfGone = (): void => {
  const shared = Page as { Error: ErrorPage };
  shared.Error = withGone(shared.Error);
};
