/** An empty database on a server that the test files of this run share. */
export interface NewDatabase {
  url: string;
  /** Environment variables of a site that uses the database. */
  env: { DATABASE_CLIENT: 'postgres' | 'mysql'; DATABASE_URL: string };
}

/** Creates an empty database. @param client value of `DATABASE_CLIENT`; `mysql` is a MariaDB */
export const newDatabase = async (client: 'postgres' | 'mysql'): Promise<NewDatabase> => {
  const answer = await fetch(`${process.env.TEST_SERVERS}/${client}`);
  const url = await answer.text();
  if (!answer.ok) throw new Error(url);
  return { url, env: { DATABASE_CLIENT: client, DATABASE_URL: url } };
};
