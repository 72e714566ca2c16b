import { Button, Modal } from '@strapi/design-system';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** The buttons at the bottom, from left to right. The cancel button, if it has a label, stands before them. */
  footer: ReactNode;
  cancel?: string;
  /** Called when the user closes the modal with the cross, with Escape or with a click outside. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal window that is open as long as it is rendered. */
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
