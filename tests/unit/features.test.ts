import configuration from '../../config/plugins';
import { assertFeatures } from '../../src/plugins/bot/server/src/core/assembly/check';
import { settingsOf } from '../../src/plugins/bot/server/src/core/assembly/settings';
import type { Feature } from '../../src/plugins/bot/server/src/core/feature';
import plugin from '../../src/plugins/bot/server/src';
import { FEATURES } from '../../src/plugins/bot/server/src/features';

const one: Feature = { name: 'one' };
const required: Feature = { name: 'required', isRequired: true };

describe('the list of features', () => {
  it('is in order', () => {
    expect(() => assertFeatures(FEATURES)).not.toThrow();
  });

  it.each<[string, Feature[], string]>([
    [
      'a need that is missing',
      [{ name: 'two', needs: [one] }],
      'two needs one, which is missing in',
    ],
    [
      'a need that comes later',
      [{ name: 'two', needs: [one] }, one],
      'needs one, which comes after',
    ],
    [
      'a need that can be off, of a required feature',
      [one, { ...required, needs: [one] }],
      'required is required and needs one',
    ],
    ['a name twice', [one, { name: 'one' }], 'the feature one is defined by one and by one'],
    [
      'a table twice',
      [
        { ...one, contentTypes: { change: { description: '', attributes: {} } } },
        { ...required, tables: ['change'] },
      ],
      'the table change is defined by one and by required',
    ],
    [
      'a permission twice',
      [
        { ...one, permissions: { page: '' } },
        { ...required, permissions: { page: '' } },
      ],
      'the permission page',
    ],
    [
      'an operation twice',
      [one, required].map((feature) => ({
        ...feature,
        operations: { checkHealth: 'health.check' },
      })),
      'the operation checkHealth',
    ],
  ])('refuses %s, in one line', (_what, features, message) => {
    expect(() => assertFeatures(features)).toThrow(message);
    expect(() => assertFeatures(features)).toThrow(/^[^\n]*$/);
  });
});

describe('settings of this site', () => {
  // Features that this site configures itself, in lines of config/plugins.ts.
  const chosenBySite = new Set(['preview', 'writing']);
  const removable = FEATURES.filter(
    ({ name, isRequired, settings }) => !isRequired && settings && !chosenBySite.has(name)
  );

  it.each(removable)('name nothing of $name unless its variables are set', (feature) => {
    const { config } = settingsOf(FEATURES.filter((other) => other !== feature));
    const settings = { ...config.default, ...Object(configuration().bot).config };
    expect(() => config.validator(settings)).not.toThrow();
  });
});

describe('settings', () => {
  const check = (config: object) => () =>
    plugin.config.validator({ ...plugin.config.default, ...config });

  it.each([
    [{ webhook: [] }, 'webhook is not a known setting. Did you mean webhooks?'],
    [{ xylophone: [] }, 'xylophone is not a known setting'],
    [
      { features: { webhook: false } },
      'webhook is not a known optional feature. Did you mean webhooks?',
    ],
    [{ features: { publications: false } }, 'publications is not a known optional feature'],
  ])('refuses %j with the nearest name', (config, message) => {
    expect(check(config)).toThrow(message);
  });

  it('takes the names of an earlier version', () => {
    const config = {
      ...plugin.config.default,
      leaseDays: 3,
      worker: false,
      limits: { ...plugin.config.default.limits, stallSeconds: 4 },
    };
    plugin.config.validator(config);
    expect(config).toMatchObject({
      unusedUploadDays: 3,
      runBackgroundJobs: false,
      limits: { idleTimeoutSeconds: 4 },
    });
    expect(config).not.toHaveProperty('leaseDays');
  });
});
