'use strict';

/** Strapi's own upload plugin with the size limit of the site, and nothing else. */
module.exports = () => ({
  upload: {
    config: {
      provider: 'local',
      sizeLimit: Number(process.env.UPLOAD_MAX_BYTES || 200 * 1024 * 1024),
    },
  },
});
