import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { planOf } from '../../../testing/plan-of.ts';
import { insertDevices, selected, updateContacts, useRuns } from '../../../testing/test-runs.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { settleRunItems } from '../../commands/run-items.store.ts';
import { findFreeDevices, findNextCommands } from './items/candidates.store.ts';

const server = useTestServer();
const runs = useRuns(server);

/** The indexes of a plan by name. */
const indexesOf = (plan: string) =>
  [...plan.matchAll(/ (?:using|on) ((?:run_items|commands)_\w+)/g)].map(([, name]) => name);

it('finds the items and commands of a device by its id, even when all had ended as the tables were analysed', async () => {
  const devices = await insertDevices(server, 200);
  const { id } = await runs.start({ selection: selected(...devices), action: updateContacts });
  await runs.reach(id, 'OPEN', devices.length);
  await runs.answer(...devices);
  await runs.finished(id);
  const { db } = server.services;
  await sql`analyze run_items, commands`.execute(db);

  const deviceIds = devices.map(({ deviceId }) => deviceId);
  const plan = await planOf(db, async (transaction) => {
    await findNextCommands(transaction, deviceIds);
    await findFreeDevices(transaction, [{ userId: server.admin.userId, after: 0 }], 100);
    await settleRunItems(transaction, deviceIds);
  });
  expect(new Set(indexesOf(plan))).toEqual(
    new Set(['run_items_unfinished', 'run_items_of_requester', 'commands_one_open', 'commands_pkey', 'run_items_pkey']),
  );
  expect(plan).not.toContain('Anti Join');
});
