import { compareOn } from '../editors/two-ways-to-write';
import { describeWithMariaDb } from '../support/mariadb';
import { newDatabase } from '../support/new-database';

describeWithMariaDb('a work that the bot writes, next to one that Strapi writes alone,', () => {
  compareOn(async () => (await newDatabase('mysql')).env);
});
