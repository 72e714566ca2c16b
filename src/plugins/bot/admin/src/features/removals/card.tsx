import { Card } from '../../core/components/card';
import { useText } from '../../core/texts/texts';

import RemovalsWidget from './widget';

/** A card of the Bot page with pending and failed file removals, as in the homepage widget. */
export default function RemovalsCard() {
  const { t } = useText();
  return (
    <Card title={t('removals.title')}>
      <RemovalsWidget />
    </Card>
  );
}
