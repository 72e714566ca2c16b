import type {
  BulkActionComponent,
  DocumentActionComponent,
} from '@strapi/content-manager/strapi-admin';

type Action = DocumentActionComponent | BulkActionComponent;
type Props = Parameters<DocumentActionComponent>[0] | Parameters<BulkActionComponent>[0];
type Description = ReturnType<Action>;

/**
 * Wraps document or bulk actions whose `type` is one of `types`. The React hook `useChange` returns the changed
 * description of an action.
 */
export const changeActions =
  (
    types: readonly Action['type'][],
    useChange: (description: Description, props: Props) => Description
  ) =>
  <One extends Action>(actions: One[]): One[] =>
    actions.map((action) => {
      if (!types.includes(action.type)) return action;
      const Changed = (props: never) => useChange(action(props), props);
      return Object.assign(Changed, { ...action });
    });
