import supertest from 'supertest';

import { HEADER } from '../../src/api/site/middlewares/first-administrator';
import { firstAdministratorSecret } from '../../src/api/site/services/first-administrator';
import { testEnvironment } from './environment';
import type { Site } from './site';

const EDITOR = {
  firstname: 'Edith',
  lastname: 'Editor',
  email: 'editor@example.org',
  password: 'Secret-password-1',
};

/** What the link that a site's start prints leads to; other sites take no notice. */
export const firstAdministratorHeader = (): Record<string, string> => ({
  [HEADER]: firstAdministratorSecret(testEnvironment().ADMIN_JWT_SECRET ?? ''),
});

const signIn = async (url: string): Promise<string> => {
  const registered = await supertest(url)
    .post('/admin/register-admin')
    .set(firstAdministratorHeader())
    .send(EDITOR);
  // There is a first administrator already: another call, or data of an earlier run.
  const answer =
    registered.status === 201 || registered.status === 200
      ? registered
      : await supertest(url)
          .post('/admin/login')
          .send({ email: EDITOR.email, password: EDITOR.password })
          .expect(200);
  return (answer.body as { data: { token: string } }).data.token;
};

/**
 * The first administrator of a site, registered as in the panel.
 *
 * @param site what `startSite` or `startServerProcess` returns.
 * @returns a supertest agent for the routes that the admin panel itself uses, and the
 *   administrator's name, password and token.
 */
export const createAdmin = async ({ url }: { url: string }) => {
  const token = await signIn(url);
  const agent = supertest.agent(url).set('Authorization', `Bearer ${token}`);
  return { ...EDITOR, token, agent };
};

export type Admin = Awaited<ReturnType<typeof createAdmin>>;

/**
 * Somebody with a role that Strapi brings.
 * @param code `strapi-editor` or `strapi-author`
 * @returns as `createAdmin`
 */
export const createColleague = async (
  { strapi, url }: Pick<Site, 'strapi' | 'url'>,
  code: 'strapi-editor' | 'strapi-author'
): Promise<Admin> => {
  const login = { email: `${code}@example.org`, password: 'Secret-password-2' };
  const names = { firstname: 'Colleague', lastname: code };
  const role = await strapi.db.query('admin::role').findOne({ where: { code } });
  await strapi
    .service('admin::user')
    .create({ ...login, ...names, isActive: true, roles: [role.id] });
  const answer = await supertest(url).post('/admin/login').send(login).expect(200);
  const { token } = (answer.body as { data: { token: string } }).data;
  const agent = supertest.agent(url).set('Authorization', `Bearer ${token}`);
  return { ...names, ...login, token, agent };
};
