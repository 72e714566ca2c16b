import { Writable } from 'node:stream';

import type { Core } from '@strapi/strapi';

/** Log of a site during the tests of a file. */
export interface CapturedLog {
  /** Log entries since the test began, one JSON line each. */
  readonly text: string;
  /** Log entries since the site started, including late ones that belong to no single test. */
  readonly allText: string;
  /** Redirects the log of a site to this object. Must be called when the site registers. */
  attach: (strapi: Core.Strapi) => Promise<void>;
}

/**
 * Captures the log of a site for the tests of a file. A test fails if something is printed with `console.error`, as Koa
 * does with unhandled errors.
 */
export const captureLog = (): CapturedLog => {
  let text = '';
  let allText = '';
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
    get allText() {
      return allText;
    },
    async attach(strapi) {
      const { transports, format } = await import('winston');
      const stream = new Writable({
        write: (line, _encoding, done) => {
          text += String(line);
          allText += String(line);
          done();
        },
      });
      strapi.log.clear();
      strapi.log.add(new transports.Stream({ stream, format: format.json() }));
    },
  };
};
