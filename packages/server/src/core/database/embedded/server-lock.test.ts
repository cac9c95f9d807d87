import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../testing/servers/test-database.ts';
import { StartError } from '../../config/start-error.ts';
import { refuseOldPostgres } from './server-lock.ts';

it('a PostgreSQL that is too old is refused before anything is written to it', async () => {
  const database = await createTestDatabase({ migrated: false });
  onTestFinished(() => database.close());
  const client = new Client(database.connection);
  onTestFinished(() => client.end());
  await client.connect();
  await expect(refuseOldPostgres(client)).resolves.toBeUndefined();
  // As an older one answers: there is none here to ask.
  const older = { query: async () => ({ rows: [{ number: 150_008, version: '15.8' }] }) } as unknown as Client;
  await expect(refuseOldPostgres(older)).rejects.toThrow(StartError);
  await expect(refuseOldPostgres(older)).rejects.toThrow('has version 15.8. Fairwatch needs 16 or newer.');
});
