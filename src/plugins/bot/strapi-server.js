'use strict';

module.exports = require('./dist/server/index.js').default;
