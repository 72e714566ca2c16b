import { baseAddress, choice, EnvironmentError, flag, integer, required, text } from './read';

const MIB = 1024 * 1024;

/** Largest upload in bytes, for the bot and for editors. */
export const uploadMaxBytes = (): number =>
  integer('UPLOAD_MAX_BYTES', 200 * MIB, 1, Number.MAX_SAFE_INTEGER);

/** Storage of files: a folder of this machine, or a bucket of an S3-compatible store. */
export const uploadProvider = () => choice('UPLOAD_PROVIDER', ['local', 's3'] as const, 'local');

const accessKey = () => {
  const accessKeyId = text('S3_ACCESS_KEY_ID');
  const secretAccessKey = text('S3_SECRET_ACCESS_KEY');
  if ((accessKeyId === '') !== (secretAccessKey === '')) {
    throw new EnvironmentError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  }
  return { accessKeyId, secretAccessKey };
};

/**
 * Settings of the bucket. Call only for the provider `s3`.
 * @throws EnvironmentError if a required setting is missing
 */
export const bucket = () => ({
  name: required('S3_BUCKET'),
  region: text('S3_REGION', 'us-east-1'),
  endpoint: baseAddress('S3_ENDPOINT'),
  ...accessKey(),
  forcePathStyle: flag('S3_FORCE_PATH_STYLE', false),
  publicUrl: baseAddress('S3_PUBLIC_URL'),
  isPrivate: flag('S3_PRIVATE', false),
});

/** Origins from which the admin panel loads stored files, besides its own. */
export const fileOrigins = (): string[] => {
  if (uploadProvider() === 'local') return [];
  const { name, region, endpoint, forcePathStyle, publicUrl } = bucket();
  const store = endpoint || `https://s3.${region}.amazonaws.com`;
  // The bucket's name is in the path of the URL, or in front of the host name.
  const own = forcePathStyle ? store : store.replace('://', `://${name}.`);
  return [own, publicUrl]
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).origin);
};
