interface StartError extends NodeJS.ErrnoException {
  port?: number;
  /** Of several addresses of one host. */
  errors?: NodeJS.ErrnoException[];
}

/** The bot plugin has waited for the database in vain. */
const DATABASE_AWAY = /^The database does not answer: /;

/** Of a database that went away while the site was loading, where a driver gives no code. */
const CONNECTION_LOST = /Connection terminated|Timeout acquiring a connection/;

/** Of a network, of PostgreSQL that stops or starts, and of a wrong user, password or name of a database. */
const DATABASE_CODES =
  /^(ECONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|PROTOCOL_CONNECTION_LOST|57P0[123]|28P01|28000|3D000|ER_(ACCESS_DENIED|BAD_DB)_ERROR)$/;

/** Options of the plugin that a variable says, as their faults name them. */
const VARIABLES = [
  [/\buploadByAddress\.allowed\.\d+(?=: )/g, 'BOT_UPLOAD_ADDRESSES'],
  [/\bwebhooks(?:\.\d+\.url)?(?=: )/g, 'BOT_WEBHOOK_URL'],
  [/\bwebhooks\.\d+\.secrets\.0(?=: )/g, 'BOT_WEBHOOK_SECRET'],
  [/\bwebhooks\.\d+\.secrets\.1(?=: )/g, 'BOT_WEBHOOK_SECRET_PREVIOUS'],
  [/\bwebhooks\.\d+\.events\.\d+(?=: )/g, 'BOT_WEBHOOK_EVENTS'],
] as const;

const inVariables = (line: string): string =>
  VARIABLES.reduce((said, [option, variable]) => said.replace(option, variable), line);

/** What the site was told to use, where it came to that. */
const databaseOf = ({ DATABASE_CLIENT, DATABASE_URL }: NodeJS.ProcessEnv): string =>
  DATABASE_CLIENT || DATABASE_URL?.split(':')[0] || 'sqlite';

/**
 * One line for an error at start that a person can set right, or the empty string for any other.
 *
 * @param environment where HOST and DATABASE_CLIENT are looked up for the line.
 */
export const describeStartError = (error: StartError, environment: NodeJS.ProcessEnv): string => {
  const { code, port, syscall, message } = error;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program: stop it, or set PORT.`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `Port ${port} needs more rights than this user has: set PORT to 1024 or above.`;
  }
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return `HOST: cannot listen on ${environment.HOST}: ${message}`;
  }
  const [, configuration] = /^Could not load js config file .*?: (.*)$/s.exec(message) ?? [];
  if (configuration) return configuration;
  const [, plugin] = /^Error regarding \S+ config: (.*)$/s.exec(message) ?? [];
  if (plugin) return inVariables(plugin);
  if (DATABASE_AWAY.test(message)) return message;
  const first = error.errors?.[0] ?? error;
  return DATABASE_CODES.test(first.code ?? '') || CONNECTION_LOST.test(first.message)
    ? `Cannot use the database (${databaseOf(environment)}): ${first.message}`
    : '';
};
