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
 * Somebody with a role that Strapi brings.
 * @param code `strapi-editor` or `strapi-author`
 * @returns as `createAdmin`
 */
export const createColleague = async (
  site: Pick<Site, 'strapi' | 'url'>,
  code: 'strapi-editor' | 'strapi-author'
): Promise<Admin> => {
  const role = await site.strapi.db.query('admin::role').findOne({ where: { code } });
  return signUp(site, code, role.id);
};

/** What a role may do, as Strapi stores it. */
export interface Permission {
  action: string;
  subject?: string;
  properties?: { fields?: string[] };
  conditions?: string[];
}

/** Somebody with a role that is made for it; gives it as `createAdmin` does. */
export const createPerson = async (
  site: Pick<Site, 'strapi' | 'url'>,
  name: string,
  permissions: Permission[]
): Promise<Admin> => {
  const role = await site.strapi.service('admin::role').create({ name, description: '' });
  await site.strapi.service('admin::role').addPermissions(role.id, permissions);
  return signUp(site, name, role.id);
};
