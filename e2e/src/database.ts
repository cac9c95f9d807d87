import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/** Opens the product's database, for data that would take too long to create otherwise, or that no screen shows. */
export async function withDatabase<Result>(
  dataDir: string,
  work: (database: Client) => Promise<Result>,
): Promise<Result> {
  const [, , , port, host] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const database = new Client({ host, port: Number(port), user: 'fairwatch', database: 'postgres' });
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}
