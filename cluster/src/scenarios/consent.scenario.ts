import { setTimeout as delay } from 'node:timers/promises';
import { noticeHash, noticeLanguage, noticeVersion, type Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import { withClosers } from '../core/closers.ts';
import { startCluster, type Cluster } from '../core/cluster.ts';
import type { ClusterServer } from '../core/cluster-server.ts';
import { atMost, atMostSeconds, type Scenario } from '../core/scenario.ts';
import { RawDevice } from '../load/raw-device.ts';
import { joinDevice, type Joined } from '../load/witness.ts';

const rounds = { quick: 8, full: 100 };
/** How long after the consent was sent the server is halted: before it has read it, or in the middle of storing it. */
const haltAfterMs = [null, 0, 1, 2, 3, 5, 8, 13] as const;
/** A server that is halted within a transaction holds its row locks; PostgreSQL or the other server must end that. */
const withdrawWithinSeconds = 30;
const watchMs = 3000;

/** A server is halted with a consent that it has not stored yet; the person withdraws through the other one. */
export const consentScenario: Scenario = {
  name: 'consent',
  about: 'a halted server holds a wider consent, the person withdraws through the other: it stays withdrawn',
  isQuick: true,
  isAlone: false,
  run: ({ parts, options }) =>
    withClosers(async (onClose) => {
      const cluster = await startCluster(parts, { servers: 2 });
      onClose(cluster.close);
      let [widened, slowestMs] = [0, 0];
      for (let round = 0; round < (options.quick ? rounds.quick : rounds.full); round += 1) {
        const halted = cluster.servers[round % 2];
        const other = cluster.servers[(round + 1) % 2];
        if (!halted || !other) throw new Error('This needs two servers.');
        const outcome = await withdrawElsewhere(
          cluster,
          halted,
          other,
          haltAfterMs[round % haltAfterMs.length] ?? null,
        );
        if (outcome.isWider) widened += 1;
        slowestMs = Math.max(slowestMs, outcome.withdrawnInMs);
      }
      return [
        atMost('consents that became wider again', widened, 0),
        atMostSeconds('slowest withdrawal while the other server is halted', slowestMs, withdrawWithinSeconds),
      ];
    }),
};

async function withdrawElsewhere(
  cluster: Cluster,
  halted: ClusterServer,
  other: ClusterServer,
  afterMs: number | null,
) {
  const device = await joinDevice(cluster, ['APPS']);
  const before = new RawDevice(halted.url);
  await before.hello(device.token);
  const wider = await consentTo(['APPS', 'CONTACTS']);
  if (afterMs === null) {
    halted.freeze();
    await before.send(wider);
  } else {
    await before.send(wider);
    if (afterMs > 0) await delay(afterMs);
    halted.freeze();
  }
  const started = performance.now();
  let isWider = false;
  try {
    before.drop();
    const now = new RawDevice(other.url);
    const patienceMs = withdrawWithinSeconds * 1000;
    const isStored = async () => {
      await now.hello(device.token);
      await now.send(await consentTo([]));
      await now.next('grants');
    };
    const storing = isStored();
    await Promise.race([storing, delay(patienceMs)]);
    const withdrawnInMs = performance.now() - started;
    halted.thaw();
    await storing;
    // From here on nothing may be shared, whatever the halted server still does.
    const end = performance.now() + watchMs;
    while (performance.now() < end) {
      isWider ||= (await readCapabilities(cluster, device)).length > 0;
      await delay(50);
    }
    now.drop();
    return { isWider, withdrawnInMs };
  } finally {
    halted.thaw();
  }
}

async function consentTo(capabilities: Capability[]) {
  return {
    type: 'consent',
    noticeVersion,
    noticeHash: await noticeHash(),
    language: noticeLanguage,
    capabilities,
  } as const;
}

async function readCapabilities({ db }: Cluster, { deviceId }: Joined): Promise<string[]> {
  const { rows } = await sql<{ capabilities: string[] }>`
    select capabilities from devices where id = ${deviceId}`.execute(db);
  return rows[0]?.capabilities ?? [];
}
