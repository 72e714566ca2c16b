import supertest from 'supertest';

import { firstAdministratorSecret, HEADER } from '../../src/first-administrator/link';
import { testEnvironment } from './environment';
import type { Site } from './site';

const EDITOR = {
  firstname: 'Edith',
  lastname: 'Editor',
  email: 'editor@example.org',
  password: 'Secret-password-1',
};

/** Header that allows a registration without the link of the site's start. Other sites ignore it. */
export const firstAdministratorHeader = (): Record<string, string> => ({
  [HEADER]: firstAdministratorSecret(testEnvironment().ADMIN_JWT_SECRET ?? ''),
});

const signIn = async (url: string): Promise<string> => {
  const registered = await supertest(url)
    .post('/admin/register-admin')
    .set(firstAdministratorHeader())
    .send(EDITOR);
  // A first administrator exists already: from another call, or from data of an earlier run.
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
 * Registers the first administrator of a site, or logs in if it exists.
 *
 * @param site the result of `startSite` or `startServerProcess`.
 * @returns a supertest agent for the routes of the admin panel, and the administrator's name, password and token.
 */
export const createAdmin = async ({ url }: { url: string }) => {
  const token = await signIn(url);
  const agent = supertest.agent(url).set('Authorization', `Bearer ${token}`);
  return { ...EDITOR, token, agent };
};

export type Admin = Awaited<ReturnType<typeof createAdmin>>;

const signUp = async (
  { strapi, url }: Pick<Site, 'strapi' | 'url'>,
  name: string,
  role: number
): Promise<Admin> => {
  const login = { email: `${name}@example.org`, password: 'Secret-password-2' };
  const names = { firstname: 'Colleague', lastname: name };
  await strapi.service('admin::user').create({ ...login, ...names, isActive: true, roles: [role] });
  const answer = await supertest(url).post('/admin/login').send(login).expect(200);
  const { token } = (answer.body as { data: { token: string } }).data;
  const agent = supertest.agent(url).set('Authorization', `Bearer ${token}`);
  return { ...names, ...login, token, agent };
};

/**
 * Creates a user with one of Strapi's default roles.
 * @param code `strapi-editor` or `strapi-author`
 * @returns the same as `createAdmin`
 */
export const createColleague = async (
  site: Pick<Site, 'strapi' | 'url'>,
  code: 'strapi-editor' | 'strapi-author'
): Promise<Admin> => {
  const role = await site.strapi.db.query('admin::role').findOne({ where: { code } });
  return signUp(site, code, role.id);
};

/** Permission of a role in Strapi's stored form. */
export interface Permission {
  action: string;
  subject?: string;
  properties?: { fields?: string[] };
  conditions?: string[];
}

/** Creates a user with a new role. Returns the same as `createAdmin`. */
export const createPerson = async (
  site: Pick<Site, 'strapi' | 'url'>,
  name: string,
  permissions: Permission[]
): Promise<Admin> => {
  const role = await site.strapi.service('admin::role').create({ name, description: '' });
  await site.strapi.service('admin::role').addPermissions(role.id, permissions);
  return signUp(site, name, role.id);
};
