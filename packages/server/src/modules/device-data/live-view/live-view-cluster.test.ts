import { liveView, stopLiveView } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { consentTo } from '../../../testing/person.ts';
import { startTestCluster, type ClusterServer, type TestCluster } from '../../../testing/servers/test-cluster.ts';
import { live, liveLog, openViewer, passTo, pictureOf, storedView } from './live-view-for-test.ts';

let cluster: TestCluster;
let here: ClusterServer;
let there: ClusterServer;
beforeAll(async () => {
  cluster = await startTestCluster(2);
  [here, there] = cluster.servers as [ClusterServer, ClusterServer];
});
afterAll(() => cluster.close());

/** A live view whose device is connected to one server, and a viewer on the other one. */
async function apart() {
  const of = await live(here);
  const viewer = await openViewer(there, await passTo(there, of.device, of.sessionId, there.admin.token));
  expect(await of.raw.next('live-view-viewers')).toMatchObject({ names: [there.admin.username], count: 1 });
  return { ...of, viewer };
}

describe('a live view across servers', () => {
  it('is seen and heard of on both', async () => {
    const { device, raw, send, watch, viewer } = await apart();
    const local = await watch();
    await vi.waitFor(() => expect(viewer.viewers()).toEqual([there.admin.username, here.admin.username]));
    send();
    send();
    await vi.waitFor(() =>
      expect([viewer.sequences(), local.sequences()]).toEqual([
        [0, 1],
        [0, 1],
      ]),
    );
    const { envelope } = await there.api(liveView, { deviceId: device.deviceId });
    expect(envelope.data.viewers).toHaveLength(2);
    await there.api(stopLiveView, { deviceId: device.deviceId });
    expect(await raw.next('live-view-stop')).toMatchObject({ end: 'STOPPED_BY_ADMIN' });
    await Promise.all([viewer.closed, local.closed]);
    expect([viewer.ended(), local.ended()]).toEqual(['STOPPED_BY_ADMIN', 'STOPPED_BY_ADMIN']);
    await vi.waitFor(async () => {
      const watched = (await liveLog(here, device)).filter((line) => line.includes('watched'));
      expect(watched).toEqual([expect.stringContaining('2 pictures'), expect.stringContaining('2 pictures')]);
    });
  });

  it('sends pictures across only while somebody there watches', async () => {
    const { raw, sessionId, viewer, watch } = await apart();
    const local = await watch();
    const published = vi.spyOn(here.services.frames, 'publish');
    onTestFinished(() => published.mockRestore());
    raw.socket.send(pictureOf(sessionId, 0));
    await vi.waitFor(() => expect(viewer.sequences()).toEqual([0]));
    expect(published).toHaveBeenCalledTimes(1);
    viewer.socket.close();
    await vi.waitFor(() => expect(local.viewers()).toEqual([here.admin.username]));
    raw.socket.send(pictureOf(sessionId, 1));
    await vi.waitFor(() => expect(local.sequences()).toEqual([0, 1]));
    expect(published).toHaveBeenCalledTimes(1);
  });

  it('is cut for those on the other server with the withdrawal', async () => {
    const { raw, sessionId, viewer } = await apart();
    for (let sequence = 0; sequence < 5; sequence += 1) raw.socket.send(pictureOf(sessionId, sequence));
    raw.send(await consentTo(['CONTACTS']));
    for (let sequence = 5; sequence < 10; sequence += 1) raw.socket.send(pictureOf(sessionId, sequence));
    await viewer.closed;
    expect([viewer.ended(), Math.max(-1, ...viewer.sequences())]).toEqual(['WITHDRAWN', 4]);
  });

  it('ends when the device comes back to the other server', async () => {
    const { device, viewer } = await apart();
    await sql`update devices set connection_epoch = connection_epoch + 1 where id = ${device.deviceId}`.execute(
      here.services.db,
    );
    await viewer.closed;
    expect(viewer.ended()).toBe('DISCONNECTED');
  });

  it('learns by itself what the bus has lost', { tags: 'full' }, async () => {
    const { device, raw, viewer } = await apart();
    cluster.isBusCut = true;
    onTestFinished(() => void (cluster.isBusCut = false));
    await there.api(stopLiveView, { deviceId: device.deviceId });
    // The viewer's own server ended it; the device's finds out with its next look.
    await viewer.closed;
    expect(await raw.next('live-view-stop')).toMatchObject({ end: 'STOPPED_BY_ADMIN' });
    expect(await storedView(here, device)).toMatchObject({ end: 'STOPPED_BY_ADMIN' });
  });

  it('writes down who watched through a server that died', { tags: 'full' }, async () => {
    const { device, sessionId } = await live(here);
    await sql`insert into live_viewers (live_view_id, device_id, user_id, pass_expires_at, node_id, joined_at, pictures)
      values (${sessionId}, ${device.deviceId}, ${there.admin.userId}, now(), gen_random_uuid(), now(), 7)`.execute(
      here.services.db,
    );
    await vi.waitFor(async () =>
      expect((await liveLog(here, device)).some((line) => line.includes('7 pictures'))).toBe(true),
    );
    expect((await here.api(liveView, { deviceId: device.deviceId })).envelope.data.viewers).toEqual([]);
  });
});
