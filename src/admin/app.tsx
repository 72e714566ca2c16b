/** The panel speaks what the plugin's texts are in. */
export default {
  config: { locales: ['de', 'fr', 'uk'] },
};
