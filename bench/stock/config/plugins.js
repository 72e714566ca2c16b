'use strict';

// Strapi enables each plugin among the packages, and those are the site's.
module.exports = () => ({ bot: { enabled: false } });
