import { useSite } from '../support/use-site';

const { site, bot } = useSite();

interface Route {
  path: string;
  methods: string[];
  match(path: string): boolean;
}

/** The paths of the routes that a request was tried with. */
const triedBy = async (send: () => Promise<unknown>): Promise<string[]> => {
  const tried = new Set<string>();
  const spies = (site.strapi.server.listRoutes() as unknown as Route[])
    .filter(({ methods }) => methods.length > 0)
    .map((route) => {
      const match = route.match.bind(route);
      return jest.spyOn(route, 'match').mockImplementation((path) => {
        tried.add(route.path);
        return match(path);
      });
    });
  await send();
  spies.forEach((spy) => spy.mockRestore());
  return [...tried];
};

test('a request of the bot is tried with the routes of the protocol only', async () => {
  const tried = await triedBy(() => bot.list());
  expect(tried).toContain('/api/bot/publications');
  expect(tried.filter((path) => !path.startsWith('/api/bot'))).toEqual([]);
});

test('any other request is tried with all of them', async () => {
  const tried = await triedBy(() => site.request.get('/api/works'));
  expect(tried).toEqual(expect.arrayContaining(['/api/bot/publications', '/admin/init']));
});
