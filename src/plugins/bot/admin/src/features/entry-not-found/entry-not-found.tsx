import type { Deletion } from '@fleet-bot/protocol';
import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { Page, useRBAC } from '@strapi/strapi/admin';
import { useEffect, useLayoutEffect, type ComponentType } from 'react';
import { NavLink, useLocation } from 'react-router-dom';

import { useAnswer } from '../../core/http/use-answer';
import { PERMISSIONS } from '../../core/permissions';
import { useText } from '../../core/texts/texts';

/** Closes Strapi's notification "Not Found", which repeats in English what the page says. */
const closeNotFound = (): void =>
  document.querySelectorAll('[role=alert]').forEach((alert) => {
    const close = alert.parentElement?.querySelector('button');
    if (alert.textContent === 'Not Found') close?.click();
  });

/** The answer of `GET /bot/works/:type/:id/deletion`. */
type DeletionAnswer = Deletion & { isInTrash: boolean };

const EntryNotFound = ({ list, deletion }: { list: string; deletion: DeletionAnswer }) => {
  const { t, nameOf, titleOf, formatDateTime } = useText();
  const { who, at, isInTrash } = deletion;
  const { allowedActions } = useRBAC(PERMISSIONS.trash);
  const title = titleOf(deletion);
  useLayoutEffect(closeNotFound, []);
  return (
    <Page.Main height="100%">
      <Flex
        height="100%"
        direction="column"
        alignItems="center"
        justifyContent="center"
        gap={5}
        padding={6}
      >
        <Trash width="4rem" height="4rem" />
        <Typography tag="h1" variant="delta" textAlign="center">
          {who === null || at === null
            ? t('entry-not-found.unknown')
            : t('entry-not-found.by', { title, by: nameOf(deletion), at: formatDateTime(at) })}
        </Typography>
        <Flex gap={2} wrap="wrap" justifyContent="center">
          <LinkButton tag={NavLink} to={list} variant="secondary">
            {t('entry-not-found.back')}
          </LinkButton>
          {isInTrash && allowedActions.canTrash && (
            <LinkButton tag={NavLink} to="/plugins/bot?tab=trash">
              {t('page.tab.trash')}
            </LinkButton>
          )}
        </Flex>
      </Flex>
    </Page.Main>
  );
};

/** The path of a document in the Content Manager; captures the path of its list, the type and the id. */
const DOCUMENT = /^(.*\/content-manager\/collection-types\/([^/]+))\/([a-z0-9]{24,25})$/;

/**
 * Replaces Strapi's error page by one that says who deleted the publication.
 *
 * Relies on: `Page.Error` of `@strapi/admin` 5.54, an object that all of the panel shares and the Content Manager
 * renders.
 * Breaks if: the Content Manager renders another component, or the object is frozen.
 * Checked by: `tests/panel/an-editors-day.long.test.ts`
 */
export const replaceErrorPage = (): void => {
  const shared = Page as { Error: ComponentType<object> };
  const StrapiError = shared.Error;
  shared.Error = function ErrorOrEntryNotFound(props: object) {
    const { pathname } = useLocation();
    const [, list, type, id] = DOCUMENT.exec(pathname) ?? [];
    const { data } = useAnswer<DeletionAnswer>(type && `/bot/works/${type}/${id}/deletion`);
    // A user who deletes the document here is redirected to the list and already has a notification.
    useEffect(() => (type === undefined ? undefined : closeNotFound), [type]);
    return data === undefined || list === undefined ? (
      <StrapiError {...props} />
    ) : (
      <EntryNotFound list={list} deletion={data} />
    );
  };
};
