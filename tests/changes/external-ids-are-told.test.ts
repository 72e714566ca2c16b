import { createAdmin } from '../support/admin';
import { createEditor } from '../support/content-manager';
import { useSite } from '../support/use-site';
import { changesOf } from './changed';

const { site, bot } = useSite();

const create = async (body: object): Promise<string> =>
  (await bot.request('post', '/publications').send(body).expect(201)).body.id;
const change = (id: string, body: object) =>
  bot.request('patch', `/publications/${id}`).send(body).expect(200);
const changesOfWork = async (id: string) =>
  (await changesOf(site, id)).map(({ event, external_id: external }) => `${event} ${external}`);

test('each change of a publication tells its external id, its deletion too', async () => {
  const id = await create({ title: 'Named', externalId: 'mine-1' });
  await bot.publish(id);
  await bot.remove(id);
  expect(await changesOfWork(id)).toEqual(['created mine-1', 'published mine-1', 'deleted mine-1']);
});

test('so does a change by an editor', async () => {
  const id = await create({ title: 'Named and shared', externalId: 'mine-2' });
  const editor = createEditor(await createAdmin(site));
  await editor.update(id, { title: 'Named and shared', body: 'By hand' });
  await editor.remove(id);
  expect(await changesOfWork(id)).toEqual(['created mine-2', 'updated mine-2', 'deleted mine-2']);
});

test('another external id is a change, told once, with the title', async () => {
  const id = await create({ title: 'Renamed' });
  await change(id, { externalId: 'mine-3' });
  await change(id, { externalId: 'mine-3' });
  await change(id, { externalId: 'mine-4', body: 'And a text' });
  await change(id, { externalId: null });
  expect(await changesOfWork(id)).toEqual([
    'created null',
    'updated mine-3',
    'updated mine-4',
    'updated null',
  ]);
  expect((await changesOf(site, id)).map(({ title }) => title)).toEqual(Array(4).fill('Renamed'));
});
