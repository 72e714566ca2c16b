import { Button, Dialog, type ButtonProps } from '@strapi/design-system';
import { ConfirmDialog } from '@strapi/strapi/admin';

import { useAction } from '../http/use-action';

interface Props<Result> extends Omit<ButtonProps, 'onClick' | 'children'> {
  label: string;
  request: () => Promise<Result>;
  /** The notification after a success; may depend on the result. */
  successMessage?: string | ((result: Result) => string);
  /** A callback that runs after a success and after a failure. */
  onSettled?: () => Promise<unknown>;
  /** The question of a confirmation dialog. Without a question, a click sends the request at once. */
  confirmation?: string;
}

/** A button that sends a request and shows a notification with the result. */
export const ActionButton = <Result,>(props: Props<Result>) => {
  const {
    label,
    request,
    successMessage,
    onSettled,
    confirmation,
    variant = 'tertiary',
    ...others
  } = props;
  const { isBusy, run } = useAction(onSettled);
  const click = () => void run(request, successMessage);
  const button = (
    <Button
      {...others}
      variant={variant}
      loading={isBusy}
      onClick={confirmation ? undefined : click}
    >
      {label}
    </Button>
  );
  if (confirmation === undefined) return button;
  return (
    <Dialog.Root>
      <Dialog.Trigger>{button}</Dialog.Trigger>
      <ConfirmDialog
        endAction={
          <Dialog.Action>
            <Button variant={variant} fullWidth onClick={click}>
              {label}
            </Button>
          </Dialog.Action>
        }
      >
        {confirmation}
      </ConfirmDialog>
    </Dialog.Root>
  );
};
