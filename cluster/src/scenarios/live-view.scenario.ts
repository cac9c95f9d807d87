import { once } from 'node:events';
import {
  encodeLiveFrame,
  liveView,
  liveViewSocketPath,
  noticeHash,
  noticeLanguage,
  noticeVersion,
  startLiveView,
  watchLiveView,
  type LiveViewMessage,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { withClosers } from '../core/closers.ts';
import { startCluster, type Cluster } from '../core/cluster.ts';
import type { ClusterServer } from '../core/cluster-server.ts';
import { until } from '../core/own-processes.ts';
import { atMost, atMostSeconds, holds, type Scenario } from '../core/scenario.ts';
import { RawDevice } from '../load/raw-device.ts';
import { joinDevice } from '../load/witness.ts';

const pictures = 30;
const pictureBytes = 5000;
/** The lease of a killed server has to run out first. */
const endsWithinSeconds = 45;
const patienceMs = 90_000;
const heartbeatMs = 5000;

/** A camera at one server that is watched at another. */
interface Watched {
  device: RawDevice;
  deviceId: number;
  sessionId: number;
  viewer: WebSocket;
  /** The pictures that the viewer has. */
  received(): number;
  /** How the viewer was told that it ended; null while it was not. */
  ended(): string | null;
  send(count: number): Promise<void>;
  close(): void;
}

/** Pictures cross servers; a withdrawal and the end of either server end the live view on both sides. */
export const liveViewScenario: Scenario = {
  name: 'live-view',
  about: 'a camera is watched through another server: withdrawn, and each of the two killed',
  isQuick: true,
  isAlone: false,
  run: ({ parts }) =>
    withClosers(async (onClose) => {
      const cluster = await startCluster(parts, { servers: 3 });
      onClose(cluster.close);
      const [first, second, third] = cluster.servers;
      if (!first || !second || !third) throw new Error('This needs three servers.');
      const withdrawn = await withdrawMidway(cluster, first, second);
      const deviceServer = await killMidway(cluster, { camera: first, watcher: second, killed: first });
      const viewerServer = await killMidway(cluster, { camera: third, watcher: second, killed: second });
      return [
        atMost('pictures of another server that did not arrive', pictures - withdrawn.before, 0),
        atMost('pictures that arrived after the withdrawal', withdrawn.after, 0),
        holds('the viewer is told that it was withdrawn', withdrawn.end === 'WITHDRAWN', String(withdrawn.end)),
        atMostSeconds(
          'it has ended after the server of the device was killed',
          deviceServer.endedMs,
          endsWithinSeconds,
        ),
        holds('its viewer is told', deviceServer.end === 'DISCONNECTED', String(deviceServer.end)),
        atMostSeconds(
          'it has ended after the server of the viewer was killed',
          viewerServer.endedMs,
          endsWithinSeconds,
        ),
        holds('its device switches the camera off', viewerServer.isDeviceTold),
      ];
    }),
};

async function withdrawMidway(cluster: Cluster, camera: ClusterServer, watcher: ClusterServer) {
  const watched = await watch(cluster, camera, watcher);
  await watched.send(pictures);
  await until('the pictures arrive', patienceMs, async () => watched.received() >= pictures);
  const before = watched.received();
  void watched.send(pictures);
  await watched.device.send({
    type: 'consent',
    noticeVersion,
    noticeHash: await noticeHash(),
    language: noticeLanguage,
    capabilities: [],
  });
  const beforeWithdrawal = before + pictures;
  await watched.send(pictures);
  await watched.device.next('live-view-stop');
  await until('the viewer is told', patienceMs, async () => watched.ended() !== null);
  const after = Math.max(0, watched.received() - beforeWithdrawal);
  watched.close();
  return { before, after, end: watched.ended() };
}

async function killMidway(
  cluster: Cluster,
  { camera, watcher, killed }: { camera: ClusterServer; watcher: ClusterServer; killed: ClusterServer },
) {
  const watched = await watch(cluster, camera, watcher);
  await watched.send(pictures);
  await until('the pictures arrive', patienceMs, async () => watched.received() >= pictures);
  const isDeviceThere = killed !== camera;
  const told = isDeviceThere ? watched.device.next('live-view-stop', patienceMs).then(() => true) : false;
  await killed.kill();
  const endedMs = await until('the live view has ended', patienceMs, async () => await hasEnded(cluster, watched));
  if (isDeviceThere) await told;
  else await until('the viewer is told', patienceMs, async () => watched.ended() !== null);
  const outcome = { endedMs, end: watched.ended(), isDeviceTold: await told };
  watched.close();
  await killed.start();
  return outcome;
}

async function hasEnded({ db }: Cluster, { sessionId }: Watched): Promise<boolean> {
  const { rows } = await sql`select from live_views where id = ${sessionId} and ended_at is not null`.execute(db);
  return rows.length === 1;
}

/** A person allows a live view at one server, and an admin watches it at another. */
async function watch(cluster: Cluster, camera: ClusterServer, watcher: ClusterServer): Promise<Watched> {
  const { deviceId, token } = await joinDevice(cluster, ['CAMERA']);
  const device = new RawDevice(camera.url);
  await device.hello(token);
  const asked = { deviceId, camera: 'BACK', minutes: 5, sound: false } as const;
  await until('a live view can be asked for', patienceMs, async () => {
    return (await cluster.call(startLiveView, asked, watcher)).status === 200;
  });
  const { commandId } = await device.next('command');
  await device.send({ type: 'accepted', commandId });
  await device.send({ type: 'progress', commandId, percent: 0, phase: 'COUNTDOWN' });
  await device.send({ type: 'result', commandId, batches: 0 });
  await until('it runs', patienceMs, async () => {
    const { envelope } = await cluster.call(liveView, { deviceId }, watcher);
    return envelope.data.session?.endedAt === null;
  });
  const { envelope } = await cluster.call(watchLiveView, { deviceId, sessionId: commandId }, watcher);
  const address = new URL(liveViewSocketPath, watcher.url.replace('http', 'ws'));
  address.search = new URLSearchParams({ pass: envelope.data.pass }).toString();
  const viewer = new WebSocket(address, { perMessageDeflate: false });
  viewer.on('error', () => undefined);
  let received = 0;
  let ended: string | null = null;
  viewer.on('message', (data, isBinary) => {
    if (isBinary) received += 1;
    else {
      const message = JSON.parse(String(data)) as LiveViewMessage;
      if (message.type === 'ended') ended = message.end;
    }
  });
  await once(viewer, 'open');
  while ((await device.next('live-view-viewers')).count === 0);
  let sequence = 0;
  // A device that is not heard from counts as gone.
  const beating = setInterval(() => void device.send({ type: 'ping' }), heartbeatMs);
  return {
    device,
    deviceId,
    sessionId: commandId,
    viewer,
    received: () => received,
    ended: () => ended,
    close() {
      clearInterval(beating);
      device.drop();
      viewer.terminate();
    },
    async send(count) {
      for (let turn = 0; turn < count; turn += 1) {
        const header = {
          codec: 'JPEG',
          isKey: true,
          camera: 'BACK',
          isMuted: true,
          sequence,
          takenMs: sequence,
        } as const;
        sequence += 1;
        const picture = encodeLiveFrame({ ...header, sessionId: commandId, ageMs: 0 }, new Uint8Array(pictureBytes));
        await device.sendBytes(picture);
      }
    },
  };
}
