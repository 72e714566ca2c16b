const DATABASE_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  // PostgreSQL: wrong password, unknown user, unknown database.
  '28P01',
  '28000',
  '3D000',
  // MySQL: the same.
  'ER_ACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
]);

/**
 * One line for an error at start that a person can set right, or the empty string for any other.
 *
 * @param environment where PORT and DATABASE_CLIENT are looked up for the line.
 */
export const describeStartError = (error, environment) => {
  if (error.code === 'EADDRINUSE') {
    return `Port ${error.port} is in use by another program: stop it, or set PORT.`;
  }
  if (error.code === 'EACCES' && error.syscall === 'listen') {
    return `Port ${error.port} needs more rights than this user has: set PORT to 1024 or above.`;
  }
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') {
    return `Cannot listen on ${environment.HOST}: ${error.message}`;
  }
  const configuration = /^Could not load js config file .*?: (.*)$/s.exec(error.message);
  if (configuration) return configuration[1];
  // Several addresses of one host, each refused.
  const first = error.errors?.[0] ?? error;
  if (DATABASE_CODES.has(first.code)) {
    return `Cannot use the database (${environment.DATABASE_CLIENT}): ${first.message}`;
  }
  return '';
};
