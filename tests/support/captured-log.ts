import { Writable } from 'node:stream';

import type { Core } from '@strapi/strapi';

/** All that a site logs, and what is printed past its log. */
export interface CapturedLog {
  /** What was logged since the test began, a line of JSON each. */
  readonly text: string;
  /** What was logged since the site began: what comes late does not belong to any one test. */
  readonly whole: string;
  /** To be called when the site registers: its log goes here, and nowhere else. */
  attach: (strapi: Core.Strapi) => Promise<void>;
}

/**
 * Captures the log of a site for the tests of a file, which all fail if something is printed with
 * `console.error`, as Koa does with errors that nobody took.
 */
export const captureLog = (): CapturedLog => {
  let text = '';
  let whole = '';
  let printed: jest.SpyInstance;
  beforeAll(() => {
    printed = jest.spyOn(console, 'error').mockImplementation();
  });
  beforeEach(() => {
    text = '';
  });
  afterEach(() => {
    const calls = printed.mock.calls.splice(0);
    expect(calls).toEqual([]);
  });
  afterAll(() => printed.mockRestore());

  return {
    get text() {
      return text;
    },
    get whole() {
      return whole;
    },
    async attach(strapi) {
      const { transports, format } = await import('winston');
      const stream = new Writable({
        write: (line, _encoding, done) => {
          text += String(line);
          whole += String(line);
          done();
        },
      });
      strapi.log.clear();
      strapi.log.add(new transports.Stream({ stream, format: format.json() }));
    },
  };
};
