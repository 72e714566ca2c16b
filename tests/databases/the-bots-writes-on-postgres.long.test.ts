import { compareOn } from '../editors/two-ways-to-write';
import { newDatabase } from '../support/new-database';
import { describeWithPostgres } from '../support/postgres';

describeWithPostgres('a work that the bot writes, next to one that Strapi writes alone,', () => {
  compareOn(async () => (await newDatabase('postgres')).env);
});
