'use strict';

// Strapi enables every plugin among the packages, and these are the site's packages.
module.exports = () => ({ bot: { enabled: false } });
