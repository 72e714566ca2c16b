import type { UserConfig } from 'vite';

/** Builds the panel without tree shaking, which takes 12 of 40 seconds of a first start to save 4 % of size. */
export default (config: UserConfig): UserConfig => ({
  ...config,
  build: {
    ...config.build,
    rollupOptions: { ...config.build?.rollupOptions, treeshake: false },
  },
});
