import { useSite } from '../support/use-site';

const { site, bot } = useSite();

interface Route {
  path: string;
  methods: string[];
  stack: { name: string }[];
  match(path: string): boolean;
}

/** Returns the routes and general middlewares that the router matches against a request. */
const allTriedBy = async (send: () => Promise<unknown>): Promise<Route[]> => {
  const tried = new Set<Route>();
  const spies = (site.strapi.server.listRoutes() as unknown as Route[]).map((route) => {
    const match = route.match.bind(route);
    return jest.spyOn(route, 'match').mockImplementation((path) => {
      tried.add(route);
      return match(path);
    });
  });
  await send();
  spies.forEach((spy) => spy.mockRestore());
  return [...tried];
};

/** Returns the paths of the routes that the router matches against a request. */
const triedBy = async (send: () => Promise<unknown>): Promise<string[]> =>
  (await allTriedBy(send)).filter(({ methods }) => methods.length > 0).map(({ path }) => path);

/** Returns the handlers for other methods that the router matches against a request. */
const othersTriedBy = async (send: () => Promise<unknown>): Promise<Route[]> =>
  (await allTriedBy(send)).filter(({ stack }) =>
    stack.some(({ name }) => name === 'allowedMethods')
  );

test('a request of the bot is tried with the routes of the protocol only', async () => {
  const tried = await triedBy(() => bot.list());
  expect(tried).toContain('/api/bot/publications');
  expect(tried.filter((path) => !path.startsWith('/api/bot'))).toEqual([]);
});

test('any other request is tried with all of them', async () => {
  const tried = await triedBy(() => site.request.get('/api/works'));
  expect(tried).toEqual(expect.arrayContaining(['/api/bot/publications', '/admin/init']));
});

test('a request of the bot is not tried with the handlers of other methods', async () => {
  expect(await othersTriedBy(() => bot.list())).toEqual([]);
  expect(await othersTriedBy(() => site.request.get('/api/works'))).not.toEqual([]);
});
