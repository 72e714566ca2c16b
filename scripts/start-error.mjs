/** The bot plugin has waited for the database in vain. */
const DATABASE_AWAY = /^The database does not answer: /;

/** Of a database that went away while the site was loading, where a driver gives no code. */
const CONNECTION_LOST = /Connection terminated|Timeout acquiring a connection/;

const DATABASE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'PROTOCOL_CONNECTION_LOST',
  // PostgreSQL: it shuts down, it has crashed, it starts.
  '57P01',
  '57P02',
  '57P03',
  // PostgreSQL: wrong password, unknown user, unknown database.
  '28P01',
  '28000',
  '3D000',
  // MySQL: the same.
  'ER_ACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
]);

/** Options of the plugin that a variable says, as their faults name them. */
const VARIABLES = [
  [/\buploadByAddress\.allowed\.\d+(?=: )/g, 'BOT_UPLOAD_ADDRESSES'],
  [/\bwebhooks(?:\.\d+\.url)?(?=: )/g, 'BOT_WEBHOOK_URL'],
  [/\bwebhooks\.\d+\.secrets\.0(?=: )/g, 'BOT_WEBHOOK_SECRET'],
  [/\bwebhooks\.\d+\.secrets\.1(?=: )/g, 'BOT_WEBHOOK_SECRET_PREVIOUS'],
  [/\bwebhooks\.\d+\.events\.\d+(?=: )/g, 'BOT_WEBHOOK_EVENTS'],
];

const inVariables = (line) =>
  VARIABLES.reduce((said, [option, variable]) => said.replace(option, variable), line);

/** What the site was told to use, where it came to that. */
const databaseOf = ({ DATABASE_CLIENT, DATABASE_URL }) =>
  DATABASE_CLIENT || DATABASE_URL?.split(':')[0] || 'sqlite';

/**
 * One line for an error at start that a person can set right, or the empty string for any other.
 *
 * @param environment where HOST and DATABASE_CLIENT are looked up for the line.
 */
export const describeStartError = (error, environment) => {
  if (error.code === 'EADDRINUSE') {
    return `Port ${error.port} is in use by another program: stop it, or set PORT.`;
  }
  if (error.code === 'EACCES' && error.syscall === 'listen') {
    return `Port ${error.port} needs more rights than this user has: set PORT to 1024 or above.`;
  }
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') {
    return `HOST: cannot listen on ${environment.HOST}: ${error.message}`;
  }
  const configuration = /^Could not load js config file .*?: (.*)$/s.exec(error.message);
  if (configuration) return configuration[1];
  const plugin = /^Error regarding \S+ config: (.*)$/s.exec(error.message);
  if (plugin) return inVariables(plugin[1]);
  if (DATABASE_AWAY.test(error.message)) return error.message;
  // Several addresses of one host, each refused.
  const first = error.errors?.[0] ?? error;
  if (DATABASE_CODES.has(first.code) || CONNECTION_LOST.test(first.message)) {
    return `Cannot use the database (${databaseOf(environment)}): ${first.message}`;
  }
  return '';
};
