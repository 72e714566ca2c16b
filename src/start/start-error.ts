interface StartError extends NodeJS.ErrnoException {
  port?: number;
  /** Errors for each address of a host name that resolves to several addresses. */
  errors?: NodeJS.ErrnoException[];
}

/** Matches the error message of the bot plugin for a database that stayed unreachable. */
const DATABASE_UNREACHABLE = /^The database does not respond: /;

/**
 * Matches error messages of drivers without an error code, for a database that went away while the site was loading.
 */
const CONNECTION_LOST = /Connection terminated|Timeout acquiring a connection/;

/**
 * Matches error codes of network errors, of a PostgreSQL server that stops or starts, and of a wrong user, password or
 * database.
 */
const DATABASE_CODES =
  /^(ECONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|PROTOCOL_CONNECTION_LOST|57P0[123]|28P01|28000|3D000|ER_(ACCESS_DENIED|BAD_DB)_ERROR)$/;

/** Plugin options as named in validation errors, each with the environment variable that sets the option. */
const VARIABLES = [
  [/\buploadByAddress\.allowed\.\d+(?=: )/g, 'BOT_UPLOAD_ADDRESSES'],
  [/\bwebhooks(?:\.\d+\.url)?(?=: )/g, 'BOT_WEBHOOK_URL'],
  [/\bwebhooks\.\d+\.secrets\.0(?=: )/g, 'BOT_WEBHOOK_SECRET'],
  [/\bwebhooks\.\d+\.secrets\.1(?=: )/g, 'BOT_WEBHOOK_SECRET_PREVIOUS'],
  [/\bwebhooks\.\d+\.events\.\d+(?=: )/g, 'BOT_WEBHOOK_EVENTS'],
] as const;

const withVariableNames = (line: string): string =>
  VARIABLES.reduce((text, [option, variable]) => text.replace(option, variable), line);

/** Configured database client; environment variables may be unset. */
const databaseOf = ({ DATABASE_CLIENT, DATABASE_URL }: NodeJS.ProcessEnv): string =>
  DATABASE_CLIENT || DATABASE_URL?.split(':')[0] || 'sqlite';

/**
 * Describes a start error that the user can fix, in one line; an empty string for any other error.
 *
 * @param environment variables whose values the line mentions (HOST, DATABASE_CLIENT).
 */
export const describeStartError = (error: StartError, environment: NodeJS.ProcessEnv): string => {
  const { code, port, syscall, message } = error;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program. Stop it, or set PORT.`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `Port ${port} needs more rights than this user has. Set PORT to 1024 or above.`;
  }
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return `HOST: cannot listen on ${environment.HOST}: ${message}`;
  }
  const [, configuration] = /^Could not load js config file .*?: (.*)$/s.exec(message) ?? [];
  if (configuration) return configuration;
  const [, plugin] = /^Error regarding \S+ config: (.*)$/s.exec(message) ?? [];
  if (plugin) return withVariableNames(plugin);
  if (DATABASE_UNREACHABLE.test(message)) return message;
  const first = error.errors?.[0] ?? error;
  return DATABASE_CODES.test(first.code ?? '') || CONNECTION_LOST.test(first.message)
    ? `Cannot use the database (${databaseOf(environment)}): ${first.message}`
    : '';
};
