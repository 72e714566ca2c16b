const EMAIL = 'administrator@example.org';

/**
 * Access token of an administrator, as the panel sends it with each request. Creates the administrator if necessary.
 * Uses the session manager like Strapi's login, because logins are rate limited.
 *
 * Relies on: `strapi.sessionManager`, and the service `admin::user`
 * Breaks if: Strapi renames them or their methods
 * Checked by: the rows of `bench/scale/panel.mjs`
 */
export const administratorToken = async (strapi) => {
  const find = (uid, where) => strapi.db.query(uid).findOne({ where });
  const role = await find('admin::role', { code: 'strapi-super-admin' });
  const user =
    (await find('admin::user', { email: EMAIL })) ??
    (await strapi.service('admin::user').create({
      email: EMAIL,
      firstname: 'Ada',
      password: 'Secret-password-1',
      isActive: true,
      roles: [role.id],
    }));
  const sessions = strapi.sessionManager('admin');
  const options = { type: 'refresh' };
  const { token } = await sessions.generateRefreshToken(String(user.id), 'bench', options);
  return (await sessions.generateAccessToken(token)).token;
};
