/** A JSON Web Token in a path (RFC 7519), to the end of its segment; the header is `{"` in base64url. */
const TOKEN = /eyJ[\w-]+(?:\.|%2e)[^/]*/gi;

/** The path of a request as a log may have it: without the token of a preview, which opens a draft. */
export const loggedPath = (path: string): string => path.replace(TOKEN, '[token]');
