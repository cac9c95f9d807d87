import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/** Opens the product's own database, for what a journey needs and no screen can make yet. */
export async function withDatabase(dataDir: string, work: (database: Client) => Promise<void>): Promise<void> {
  const [, , , port, host] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const database = new Client({ host, port: Number(port), user: 'fairwatch', database: 'postgres' });
  await database.connect();
  try {
    await work(database);
  } finally {
    await database.end();
  }
}
