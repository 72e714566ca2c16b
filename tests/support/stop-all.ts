import { stopAll } from './running';

// Jest loads this file before each test file.
afterAll(stopAll);
