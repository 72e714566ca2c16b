import { EnvironmentError, list, required, text } from './read';

const SECRETS = [
  'APP_KEYS',
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'TRANSFER_TOKEN_SALT',
  'ENCRYPTION_KEY',
] as const;

const SHORTEST = 16;

/** Placeholder values of `.env.example` and of Strapi. */
const PLACEHOLDER = /change-?me|to-?be-?modified/i;

const isStrong = (value: string): boolean => value.length >= SHORTEST && !PLACEHOLDER.test(value);

const isSafe = (name: (typeof SECRETS)[number]): boolean => {
  const values = name === 'APP_KEYS' ? list(name) : [text(name)];
  return values.length > 0 && values.every(isStrong);
};

/**
 * Value of a required secret; for `APP_KEYS`, all keys in one string.
 * @throws EnvironmentError with all secrets that are missing, too short or placeholders
 */
export const secret = (name: (typeof SECRETS)[number]): string => {
  const unsafe: string[] = SECRETS.filter((one) => !isSafe(one));
  if (PLACEHOLDER.test(text('BOT_API_TOKEN'))) unsafe.push('BOT_API_TOKEN');
  if (unsafe.length > 0) {
    throw new EnvironmentError(
      `${unsafe.join(', ')} must be random, and have ${SHORTEST} characters or more; ` +
        `this prints one: node -p "crypto.randomBytes(32).toString('base64url')"`
    );
  }
  return required(name);
};
