/** That an endpoint is to go, as a route says it. */
export interface Deprecation {
  /** Since when nobody should begin to use it. */
  since: Date;
  /** When it will be gone. */
  sunset?: Date;
  /** A page that says what to use in its place. */
  link?: string;
}

/** The headers that tell of it: RFC 9745 (`Deprecation`, the relation), RFC 8594 (`Sunset`). */
export const deprecationHeaders = ({
  since,
  sunset,
  link,
}: Deprecation): Record<string, string> => ({
  // A date of RFC 9651, section 3.3.7.
  Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
  ...(sunset && { Sunset: sunset.toUTCString() }),
  ...(link !== undefined && { Link: `<${link}>; rel="deprecation"` }),
});
