import { spawnSync } from 'node:child_process';

import { serverAddress, type ServerAddress, type Tls } from './database-url';
import { flag, isSet, text } from './read';

/**
 * JavaScript program that asks a PostgreSQL server for TLS (protocol, section 55.2.12) and prints the server's answer,
 * S or N.
 */
const TLS_PROBE = `
const [host, port] = process.argv.slice(1);
const socket = require('node:net').connect({ host, port: Number(port) }, () =>
  socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]))
);
socket.on('data', (answer) => { process.stdout.write(answer.toString('latin1', 0, 1)); socket.destroy(); });
socket.on('error', () => process.exit(1));
`;
const PROBE_MILLISECONDS = 5_000;
const DEFAULT_PORT = 5432;

/** Whether a server supports TLS, for `sslmode=prefer`. The drivers have no fallback to a plain connection. */
const hasTls = ({ client, host, port = DEFAULT_PORT }: ServerAddress): boolean =>
  client === 'postgres' &&
  spawnSync(process.execPath, ['-e', TLS_PROBE, host, String(port)], {
    timeout: PROBE_MILLISECONDS,
    encoding: 'latin1',
  }).stdout === 'S';

const addressTls = (): Tls => {
  const address = serverAddress();
  if (address?.tls !== 'prefer') return address?.tls ?? false;
  return hasTls(address) ? { rejectUnauthorized: false } : false;
};

const acceptAnyIdentity = () => undefined;

/**
 * TLS settings for the database connection, or false for a plain one. `DATABASE_SSL` and its related variables override
 * the parameters of `DATABASE_URL`.
 */
export const databaseTls = () => {
  const chosen: Tls = flag('DATABASE_SSL', false) ? { rejectUnauthorized: true } : false;
  const tls = isSet('DATABASE_SSL') ? chosen : addressTls();
  if (!tls) return false;
  // A certificate in an .env file has its line breaks written as \n.
  const authority = text('DATABASE_SSL_CA').replaceAll('\\n', '\n') || tls.ca;
  return {
    rejectUnauthorized: flag(
      'DATABASE_SSL_REJECT_UNAUTHORIZED',
      tls.rejectUnauthorized || isSet('DATABASE_SSL_CA')
    ),
    ...(authority ? { ca: authority } : {}),
    ...(tls.verifyIdentity === false ? { checkServerIdentity: acceptAnyIdentity } : {}),
    // mysql2 verifies the host name only with this option.
    ...(tls.verifyIdentity ? { verifyIdentity: true } : {}),
  };
};
