import path from 'node:path';

import { runProgram } from '../support/programs';

const alerts = path.resolve(__dirname, '../../docs/monitoring/alerts.yml');

it('Prometheus takes the alert rules', async () => {
  expect(String(await runProgram('promtool', 'check', 'rules', alerts))).toContain(
    'SUCCESS: 7 rules found'
  );
});
