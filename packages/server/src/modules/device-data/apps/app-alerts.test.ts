import { expect, it, vi } from 'vitest';
import { alertsOf, setRule } from '../../../testing/samples/test-alerts.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { appsTable } from './apps.store.ts';

const server = useTestServer();

it('alert rules hear of apps that appear or go and match, not of the first list, and once', async () => {
  const { db, bus } = server.services;
  const { deviceId } = await joinDevice(server);
  const appeared = await setRule(server, { on: 'APP_APPEARED', app: 'GAME' });
  const gone = await setRule(server, { on: 'APP_GONE' });
  const wordsOf = async (rule: typeof gone) => (await alertsOf(server, rule)).map(({ words }) => words);
  const update = async (...names: readonly string[]) => {
    const rows = names.map((name) => [name, name, `com.${name}`, '1', 1, false, '2026-01-01T00:00:00Z', null] as const);
    await db.transaction().execute((transaction) => appsTable.applyRows(transaction, [{ deviceId, rows }]));
    bus.publish('changed', { feature: 'apps', deviceId });
  };
  await update('mail', 'oldgame');
  await update('mail', 'oldgame', 'newgame', 'maps');
  await vi.waitFor(async () => expect(await wordsOf(appeared)).toEqual(['App appeared: newgame']));
  await update('oldgame', 'newgame', 'maps');
  await vi.waitFor(async () => expect(await wordsOf(gone)).toEqual(['App gone: mail']));
  await update('oldgame', 'newgame', 'maps');
  expect(await wordsOf(appeared)).toEqual(['App appeared: newgame']);
});
