import { Button } from '@strapi/design-system';
import { useState } from 'react';

import { Notice } from '../../core/components/notice';
import { useText } from '../../core/texts/texts';

import { Comparison } from './comparison';
import { useAutosave } from './use-autosave';

/** Under the buttons of the edit view: offers what this person has typed and not saved, here or elsewhere. */
export const AutosaveNotice = () => {
  const { say, when } = useText();
  const { offer, restore, discard } = useAutosave();
  const [isCompared, setIsCompared] = useState(false);
  if (offer === undefined) return null;
  return (
    <Notice color="warning" said={say('autosave.offer', { at: when(offer.at) })}>
      <Button variant="secondary" onClick={restore}>
        {say('autosave.put-back')}
      </Button>
      <Button variant="tertiary" onClick={() => setIsCompared(true)}>
        {say('autosave.compare')}
      </Button>
      <Button variant="tertiary" onClick={discard}>
        {say('autosave.throw-away')}
      </Button>
      {isCompared && (
        <Comparison
          changed={offer.changed}
          onClose={() => setIsCompared(false)}
          onRestore={restore}
        />
      )}
    </Notice>
  );
};
