const EMAIL = 'administrator@example.org';

/**
 * What a panel sends with each of its requests: the access token of an administrator, made where there is none. It is
 * made as Strapi's own login does it, which may be asked for a few times only.
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
