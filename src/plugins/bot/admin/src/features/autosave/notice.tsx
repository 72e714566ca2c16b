import { Button } from '@strapi/design-system';

import { Notice } from '../../core/components/notice';

import { useText } from './texts';
import { useAutosave } from './use-autosave';

/** Under the buttons of the edit view: offers what was typed here and not saved. */
export const AutosaveNotice = () => {
  const { say, when } = useText();
  const { offer, restore, discard } = useAutosave();
  if (offer === undefined) return null;
  return (
    <Notice color="warning" said={say('autosave.offer', { at: when(offer.at) })}>
      <Button variant="secondary" onClick={restore}>
        {say('autosave.put-back')}
      </Button>
      <Button variant="tertiary" onClick={discard}>
        {say('autosave.throw-away')}
      </Button>
    </Notice>
  );
};
