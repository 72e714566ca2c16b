'use strict';

/** Generated configuration, with the benchmark's port and upload folder, and without logging. */
module.exports = ({ env }) => ({
  host: env('HOST', '0.0.0.0'),
  port: env.int('PORT', 1337),
  url: env('PUBLIC_URL'),
  app: { keys: env.array('APP_KEYS') },
  dirs: { public: env('PUBLIC_DIR') },
  logger: {
    config: { level: env('LOG_LEVEL') },
    startup: { enabled: false },
    updates: { enabled: false },
  },
});
