import path from 'node:path';
import { contacts } from '@fairwatch/contract';
import { sql } from 'kysely';
import { connectDatabase } from '../../../packages/server/src/core/database/connect.ts';
import type { Database, Schema } from '../../../packages/server/src/shared/schema/schema.ts';
import { callEndpoint } from '../../../packages/server/src/testing/call-endpoint.ts';
import { runCommand } from '../../../packages/server/src/testing/servers/run-command.ts';
import { withClosers } from '../core/closers.ts';
import { prepareGround, signIn, startCluster, type Ground } from '../core/cluster.ts';
import { createServer } from '../core/cluster-server.ts';
import { until } from '../core/own-processes.ts';
import { holds, type Check, type Scenario, type Stage } from '../core/scenario.ts';
import { joinDevice, startWitness, type Joined } from '../load/witness.ts';

interface BackedUp {
  folder: string;
  ground: Ground;
  /** A device whose person withdrew everything after the backup, and one whose person changed nothing. */
  withdrawn: Joined;
  unchanged: Joined;
}

/** A backup is restored by one server's command, and the other server starts first. */
export const restoreScenario: Scenario = {
  name: 'restore',
  about: 'after a restore the other server starts first: devices are held until they have reported',
  isQuick: true,
  isAlone: false,
  run: async (stage) => await restoreElsewhere(stage, await backUp(stage)),
};

async function backUp({ parts }: Stage): Promise<BackedUp> {
  return await withClosers(async (onClose) => {
    const cluster = await startCluster(parts, { servers: 2 });
    onClose(cluster.close);
    const [withdrawn, unchanged] = [await joinDevice(cluster), await joinDevice(cluster)];
    const witness = startWitness(cluster.balancer.url, withdrawn);
    onClose(() => witness.client.stop());
    await witness.untilConnected();
    const into = path.join(parts.processes.folder, 'backups');
    const { code, output } = await runCommand('backup', [into], { ...cluster.servers[0]?.env });
    const folder = /^Backed up to (.+)$/m.exec(output)?.[1];
    if (code !== 0 || folder === undefined) throw new Error(`The backup failed: ${output}`);
    await witness.client.changeGrants([]);
    return { folder, ground: cluster.ground, withdrawn, unchanged };
  });
}

async function restoreElsewhere(
  { parts }: Stage,
  { folder, ground, withdrawn, unchanged }: BackedUp,
): Promise<Check[]> {
  return await withClosers(async (onClose) => {
    const empty = await prepareGround(parts);
    const env = { ...empty.env, VAULT_KEY_FILE: ground.env['VAULT_KEY_FILE'] ?? '' };
    const restoring = await createServer(parts.processes, { name: 'restored-1', env });
    const other = await createServer(parts.processes, { name: 'restored-2', env });
    const { code, output } = await runCommand('restore', [folder], { ...restoring.env });
    if (code !== 0) throw new Error(`The restore failed: ${output}`);
    const { db, close } = connectDatabase<Schema>({ ...empty.connection, max: 1 });
    onClose(close);
    for (const server of [other, restoring]) onClose(() => server.stop());
    await other.start();
    const token = await signIn(other.url);
    const statusOf = async ({ deviceId }: Joined) =>
      (await callEndpoint(other.url, contacts.list, { deviceId }, token)).status;
    const heldFirst = await countShared(db);
    const hidden = (await statusOf(withdrawn)) !== 200 && (await statusOf(unchanged)) !== 200;
    await restoring.start();
    const heldThen = await countShared(db);

    // Each device says what its person shares now, one to each server.
    const witnesses = [startWitness(other.url, withdrawn, {}, []), startWitness(restoring.url, unchanged)];
    for (const { client } of witnesses) onClose(() => client.stop());
    await Promise.all(witnesses.map((witness) => witness.untilConnected()));
    await until('the device is released', 15_000, async () => (await statusOf(unchanged)) === 200);
    return [
      holds('the other server holds every device', heldFirst === 0 && hidden, `${heldFirst} shared`),
      holds('the restored server releases none', heldThen === 0, `${heldThen} shared`),
      holds('a device whose person still shares is released', true),
      holds('what was withdrawn after the backup stays withdrawn', (await statusOf(withdrawn)) !== 200),
    ];
  });
}

/** How many devices count as sharing anything. */
async function countShared(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from devices where capabilities <> '{}' or restored_at is null`.execute(db);
  return rows[0]?.count ?? -1;
}
