import { Button, Dialog } from '@strapi/design-system';
import type { ReactNode } from 'react';

import { useText } from '../texts/use-text';

interface Props {
  /** What is clicked. */
  children: ReactNode;
  question: string;
  /** What is done then. */
  action: string;
  isDanger?: boolean;
  onConfirm: () => void;
}

/** A button that asks before it does what cannot be undone. */
export const AskFirst = ({ children, question, action, isDanger = true, onConfirm }: Props) => {
  const { say } = useText();
  return (
    <Dialog.Root>
      <Dialog.Trigger>
        <Button variant={isDanger ? 'danger-light' : 'secondary'} size="S">
          {children}
        </Button>
      </Dialog.Trigger>
      <Dialog.Content>
        <Dialog.Header>{say('page.ask')}</Dialog.Header>
        <Dialog.Body>{question}</Dialog.Body>
        <Dialog.Footer>
          <Dialog.Cancel>
            <Button variant="tertiary" fullWidth>
              {say('page.cancel')}
            </Button>
          </Dialog.Cancel>
          <Dialog.Action>
            <Button variant={isDanger ? 'danger' : 'default'} fullWidth onClick={onConfirm}>
              {action}
            </Button>
          </Dialog.Action>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};
