import { Button, Modal } from '@strapi/design-system';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** What can be done, from left to right; behind the button that closes it, if that has a name. */
  footer: ReactNode;
  cancel?: string;
  /** Called when it is closed by its cross, by Escape or beside it. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal window, which is open for as long as it is rendered. */
export const ModalFrame = ({ title, footer, cancel, onClose, children }: Props) => (
  <Modal.Root open onOpenChange={(isOpen: boolean) => isOpen || onClose()}>
    <Modal.Content>
      <Modal.Header>
        <Modal.Title>{title}</Modal.Title>
      </Modal.Header>
      <Modal.Body>{children}</Modal.Body>
      <Modal.Footer>
        {cancel && (
          <Button variant="tertiary" onClick={onClose}>
            {cancel}
          </Button>
        )}
        {footer}
      </Modal.Footer>
    </Modal.Content>
  </Modal.Root>
);
