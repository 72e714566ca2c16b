import { onEachDatabase } from '../concurrency/databases';
import { atOnce, rounds } from '../concurrency/rounds';
import { createBot, type Bot } from '../support/bot';
import { countRows } from '../support/database';

onEachDatabase((site) => {
  let bot: Bot;
  beforeAll(() => {
    bot = createBot(site());
  });

  const works = () => countRows(site(), 'works');

  test('a second create with a name is refused, and told whose it is', async () => {
    const { id } = await bot.createPublication({ title: 'First', externalId: 'taken' });
    const before = await works();
    const { body } = await bot
      .request('post', '/publications')
      .send({ title: 'Second', externalId: 'taken' })
      .expect(409);
    expect(body.error.details).toMatchObject({ code: 'external-id-taken', id });
    expect(await works()).toBe(before);
  });

  test('with the key of the first create it is given the first answer', async () => {
    const create = (key: string) =>
      bot
        .request('post', '/publications')
        .set('Idempotency-Key', key)
        .send({ title: 'Again', externalId: 'again' });
    const first = await create('one');
    expect(first.status).toBe(201);
    const repeated = await create('one');
    expect([repeated.status, repeated.text]).toEqual([201, first.text]);
    expect((await create('two')).body.error.details).toMatchObject({ id: first.body.id });
  });

  test('a change to a name of another publication is refused, and changes nothing', async () => {
    const owner = await bot.createPublication({ title: 'Owner', externalId: 'owned' });
    const { id } = await bot.createPublication({ title: 'Wants it', externalId: 'own' });
    const { body } = await bot
      .request('patch', `/publications/${id}`)
      .send({ title: 'Has it', externalId: 'owned' })
      .expect(409);
    expect(body.error.details).toMatchObject({ code: 'external-id-taken', id: owner.id });
    expect(await bot.get(id)).toMatchObject({ title: 'Wants it', externalId: 'own' });
  });

  test('a publication may be given the name that it has', async () => {
    const { id } = await bot.createPublication({ title: 'Mine', externalId: 'mine' });
    expect(await bot.change(id, { externalId: 'mine' })).toMatchObject({ externalId: 'mine' });
  });

  test('of several creates at once one has the name, and the others name it', async () => {
    await rounds(8, async (number) => {
      const externalId = `at-once-${number}`;
      const create = () =>
        bot.request('post', '/publications').send({ title: `At once ${number}`, externalId });
      const answers = await atOnce(create(), create(), create(), create());
      const [winner] = answers.filter(({ status }) => status === 201);
      const refused = answers.filter(({ status }) => status === 409);
      expect(refused).toHaveLength(3);
      for (const { body } of refused) {
        expect(body.error.details).toMatchObject({
          code: 'external-id-taken',
          id: winner?.body.id,
        });
      }
      expect(await bot.list({ externalId })).toMatchObject([{ id: winner?.body.id }]);
    });
  });
});
