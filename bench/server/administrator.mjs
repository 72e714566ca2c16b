const DEVICE = 'bench';

/**
 * Gives what a panel sends with each of its requests: the access token of an administrator, made where there is none.
 * As Strapi's own login does it, which may be asked for a few times only.
 *
 * @returns {Promise<string>} good for half an hour.
 */
export const administratorToken = async (strapi) => {
  const email = 'administrator@example.org';
  const users = strapi.db.query('admin::user');
  const role = await strapi.db
    .query('admin::role')
    .findOne({ where: { code: 'strapi-super-admin' } });
  const user =
    (await users.findOne({ where: { email } })) ??
    (await strapi.service('admin::user').create({
      email,
      firstname: 'Ada',
      password: 'Secret-password-1',
      isActive: true,
      roles: [role.id],
    }));
  const sessions = strapi.sessionManager('admin');
  const { token } = await sessions.generateRefreshToken(String(user.id), DEVICE, {
    type: 'refresh',
  });
  const access = await sessions.generateAccessToken(token);
  if ('error' in access) throw new Error(`No session: ${access.error}`);
  return access.token;
};
