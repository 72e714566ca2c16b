'use strict';

// Jest loads this file before each test file of the project that it is named after.
process.env.TEST_FAST_PATH = 'false';
