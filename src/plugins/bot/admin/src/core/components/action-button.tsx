import { Button, Dialog, type ButtonProps } from '@strapi/design-system';
import { ConfirmDialog } from '@strapi/strapi/admin';

import { useAction } from '../http/use-action';

interface Props<Result> extends Omit<ButtonProps, 'onClick' | 'children'> {
  label: string;
  /** What a click does. */
  work: () => Promise<Result>;
  /** What is said when it is done. */
  success?: string | ((result: Result) => string);
  /** Is run at the end, whatever came of it. */
  after?: () => Promise<unknown>;
  /** Asked before, where something cannot be undone. */
  question?: string;
}

/** A button that does something on the site and says how it went. */
export const ActionButton = <Result,>(props: Props<Result>) => {
  const { label, work, success, after, question, variant = 'tertiary', ...others } = props;
  const { isBusy, run } = useAction(after);
  const click = () => void run(work, success);
  const button = (
    <Button {...others} variant={variant} loading={isBusy} onClick={question ? undefined : click}>
      {label}
    </Button>
  );
  if (question === undefined) return button;
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
        {question}
      </ConfirmDialog>
    </Dialog.Root>
  );
};
