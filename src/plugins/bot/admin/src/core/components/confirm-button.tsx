import { Button, Dialog } from '@strapi/design-system';
import { ConfirmDialog } from '@strapi/strapi/admin';

interface Props {
  /** What is done, on the button and in the dialog. */
  children: string;
  question: string;
  isDanger?: boolean;
  onConfirm: () => void;
}

/** A button that asks before it does what cannot be undone. */
export const ConfirmButton = ({ children, question, isDanger = true, onConfirm }: Props) => (
  <Dialog.Root>
    <Dialog.Trigger>
      <Button variant={isDanger ? 'danger-light' : 'secondary'} size="S">
        {children}
      </Button>
    </Dialog.Trigger>
    <ConfirmDialog
      endAction={
        <Dialog.Action>
          <Button variant={isDanger ? 'danger' : 'default'} fullWidth onClick={onConfirm}>
            {children}
          </Button>
        </Dialog.Action>
      }
    >
      {question}
    </ConfirmDialog>
  </Dialog.Root>
);
