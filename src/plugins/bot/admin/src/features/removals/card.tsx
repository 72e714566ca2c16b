import { Card } from '../../core/components/card';
import { useText } from '../../core/texts/texts';

import RemovalsWidget from './widget';

/** On the Bot page, what the homepage's widget shows. */
export default function RemovalsCard() {
  const { say } = useText();
  return (
    <Card title={say('removals.title')}>
      <RemovalsWidget />
    </Card>
  );
}
