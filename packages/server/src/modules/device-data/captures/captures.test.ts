import {
  callRecordingHistory,
  callState,
  captures,
  deviceSummary,
  liveCamera,
  liveCameraHistory,
  recordCall,
  recordVoice,
  voiceHistory,
  type Command,
  type CommandParams,
  type CommandPhase,
} from '@fairwatch/contract';
import { captureAct, type Act, type CaptureScreen, type DeviceClient, type Recorded } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  awaitStatus,
  joinDevice,
  RawDevice,
  startDevice,
  testVitals,
  type TestDevice,
  type TestDeviceOptions,
} from '../../../testing/test-device.ts';
import { consentTo } from '../../../testing/person.ts';
import { fetchContent, sha256Of, testPicture } from '../../../testing/samples/test-files.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let device: TestDevice;
let client: DeviceClient | null = null;
let photo: Buffer;

type Acts = NonNullable<TestDeviceOptions['acts']>;

beforeAll(async () => {
  server = await startTestServer();
  photo = await testPicture(7);
});
beforeEach(async () => {
  device = await joinDevice(server);
});
afterEach(async () => {
  await client?.stop();
  client = null;
});
afterAll(() => server.close());

const seen: string[] = [];
const stop = new AbortController();
const screen: CaptureScreen = {
  countdown: ({ what, requestedBy }, left) => seen.push(`${requestedBy}: ${what} in ${left}`),
  indicator: (_, on) => seen.push(on ? 'on' : 'off'),
  note: (text) => seen.push(text.replace(/ on .*/, '')),
  stopped: () => stop.signal,
};

async function connect(acts: Acts, inCall = (): boolean => true): Promise<void> {
  client = startDevice(server, device, { collectors: {}, acts, vitals: () => ({ ...testVitals, inCall: inCall() }) });
  await awaitStatus(server, device.deviceId, 'Online');
}

/** Connects a device with the real camera code, including its countdown. */
async function connectCamera(record: () => Promise<Recorded>, shown = screen): Promise<void> {
  seen.length = 0;
  await connect({ CAPTURE_PHOTO: captureAct<'CAPTURE_PHOTO'>('a photo', shown, record) });
}

/** A recorder that reports its phases without waiting for the countdown. */
function quickly<Type extends keyof Acts>(record: (params: CommandParams<Type>) => Promise<Recorded>): Act<Type> {
  return async (params, work) => {
    work.report(0, 'COUNTDOWN');
    work.report(0, 'RECORDING');
    const { durationMs, ...file } = await record(params);
    return [{ key: 'capture', sha256: await work.upload(file), durationMs }];
  };
}

async function ask(): Promise<Command> {
  const { envelope } = await server.api(liveCamera, { deviceId: device.deviceId, mode: 'PHOTO', camera: 'BACK' });
  return envelope.data;
}

async function ended(): Promise<Command> {
  return await vi.waitFor(async () => {
    const { envelope } = await server.api(liveCameraHistory, { deviceId: device.deviceId });
    const [command] = envelope.data;
    expect(['DONE', 'FAILED']).toContain(command?.stepType);
    return command as Command;
  });
}

/** Waits until the admin sees this phase. */
const shows = (phase: CommandPhase) =>
  vi.waitFor(async () => {
    const { envelope } = await server.api(liveCameraHistory, { deviceId: device.deviceId });
    expect(envelope.data[0]?.phase).toBe(phase);
  });

const kept = async () => (await server.api(captures.PHOTO.list, { deviceId: device.deviceId })).envelope.data;
const aPhoto = async (): Promise<Recorded> => ({ mimeType: 'image/jpeg', bytes: photo, durationMs: null });

describe('a capture', () => {
  it('[SPEC 1.2, 7.82, 7.83] is seen by the person from the countdown to the note, and kept with who asked', async () => {
    await connectCamera(async () => {
      seen.push('recording');
      return await aPhoto();
    });
    await ask();
    expect((await ended()).stepType).toBe('DONE');
    const by = server.admin.username;
    expect(seen).toEqual([
      `${by}: a photo in 3`,
      `${by}: a photo in 2`,
      `${by}: a photo in 1`,
      'on',
      'recording',
      'off',
      `${by} took a photo`,
    ]);
    const [capture] = await kept();
    expect(capture).toMatchObject({ requestedBy: by, camera: 'BACK', sha256: sha256Of(photo), mimeType: 'image/jpeg' });
    const { envelope } = await server.api(captures.PHOTO.ticket, { deviceId: device.deviceId });
    const answer = await fetchContent(server, { ticket: envelope.data.ticket, sha256: capture?.sha256 ?? '' });
    expect(sha256Of(Buffer.from(await answer.arrayBuffer()))).toBe(sha256Of(photo));
  });

  it('tells the admin what the device is doing', async () => {
    const [counted, recorded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await connect({
      CAPTURE_PHOTO: async (_, work) => {
        work.report(0, 'COUNTDOWN');
        await counted.promise;
        work.report(0, 'RECORDING');
        await recorded.promise;
        return [{ key: 'capture', sha256: await work.upload(await aPhoto()), durationMs: null }];
      },
    });
    await ask();
    await shows('COUNTDOWN');
    counted.resolve();
    await shows('RECORDING');
    recorded.resolve();
    expect((await ended()).stepType).toBe('DONE');
  });

  it('that its person could not see is not taken', async () => {
    await connect({
      CAPTURE_PHOTO: async (_, work) => {
        const sha256 = await work.upload({ mimeType: 'image/jpeg', bytes: photo });
        return [{ key: 'capture', sha256, durationMs: null }];
      },
    });
    await ask();
    expect(await ended()).toMatchObject({
      stepType: 'FAILED',
      errorDetails: 'The device did not show its person what it did.',
    });
    expect(await kept()).toEqual([]);
  });

  it('that its person stops leaves nothing, and the admin learns why', async () => {
    const pressed = new AbortController();
    await connectCamera(aPhoto, {
      ...screen,
      countdown: (notice, left) => {
        screen.countdown(notice, left);
        if (left === 2) pressed.abort();
      },
      stopped: () => pressed.signal,
    });
    await ask();
    expect(await ended()).toMatchObject({
      stepType: 'FAILED',
      errorDetails: 'The person using this device stopped it.',
    });
    expect(seen).not.toContain('on');
    expect(await kept()).toEqual([]);
  });

  it('without its file is not kept', async () => {
    await connect({
      CAPTURE_PHOTO: async (_, work) => {
        work.report(0, 'COUNTDOWN');
        work.report(0, 'RECORDING');
        return [{ key: 'capture', sha256: sha256Of(Buffer.from('nothing')), durationMs: null }];
      },
    });
    await ask();
    expect(await ended()).toMatchObject({ stepType: 'FAILED', errorDetails: 'The device sent no recording.' });
  });

  it('that is the very same as another is deleted without it', async () => {
    await connect({ CAPTURE_PHOTO: quickly(aPhoto) });
    for (const count of [1, 2]) {
      await ask();
      await vi.waitFor(async () => expect(await kept()).toHaveLength(count));
    }
    const [newer, older] = await kept();
    expect(newer?.sha256).toBe(older?.sha256);
    const { deviceId } = device;
    expect((await server.api(captures.PHOTO.remove, { deviceId, captureId: older?.id ?? 0 })).status).toBe(200);
    expect(await kept()).toMatchObject([{ id: newer?.id, sha256: sha256Of(photo) }]);
    expect((await server.api(captures.PHOTO.remove, { deviceId, captureId: newer?.id ?? 0 })).status).toBe(200);
    expect(await kept()).toEqual([]);
  });

  it('is deleted with its file, and the log says by whom', async () => {
    await connect({ CAPTURE_PHOTO: quickly(aPhoto) });
    await ask();
    await ended();
    const [capture] = await kept();
    const input = { deviceId: device.deviceId, captureId: capture?.id ?? 0 };
    expect((await server.api(captures.VIDEO.remove, input)).errorCode).toBe('file_not_found');
    expect((await server.api(captures.PHOTO.remove, input)).status).toBe(200);
    expect(await kept()).toEqual([]);
    expect((await server.api(captures.PHOTO.remove, input)).errorCode).toBe('file_not_found');
    const { db } = server.services;
    const { rows: files } = await sql`select from device_blobs where device_id = ${device.deviceId}`.execute(db);
    expect(files).toEqual([]);
    const { rows: log } = await sql<{ actor_name: string }>`
      select actor_name from audit_entries where device_id = ${device.deviceId} and action = 'DELETE'`.execute(db);
    expect(log).toEqual([{ actor_name: server.admin.username }]);
  });
});

describe('a film', () => {
  it.each(['FRONT', 'BACK'] as const)(
    '[SPEC 1.2, 2.94] of the camera %s is recorded, listed and fetched',
    async (camera) => {
      const { deviceId } = device;
      // The signature of a WebM file, followed by arbitrary bytes.
      const film = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('a little film')]);
      const asked: unknown[] = [];
      const recorder = quickly<'CAPTURE_VIDEO'>(async (params) => {
        asked.push(params);
        return { mimeType: 'video/webm', bytes: film, durationMs: 12_000 };
      });
      await connect({ CAPTURE_VIDEO: recorder });
      const input = { deviceId, mode: 'VIDEO', camera, seconds: 12 } as const;
      expect((await server.api(liveCamera, input)).envelope.data.commandTypeEnum).toBe('CAPTURE_VIDEO');
      expect((await ended()).stepType).toBe('DONE');
      expect(asked).toEqual([{ camera, seconds: 12 }]);
      const [capture] = (await server.api(captures.VIDEO.list, { deviceId })).envelope.data;
      expect(capture).toMatchObject({
        mimeType: 'video/webm',
        durationMs: 12_000,
        camera,
        requestedBy: server.admin.username,
      });
      const { envelope } = await server.api(captures.VIDEO.ticket, { deviceId });
      const answer = await fetchContent(server, { ticket: envelope.data.ticket, sha256: capture?.sha256 ?? '' });
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(film);
      expect(await kept()).toEqual([]);
    },
  );
});

describe('sound', () => {
  const sound = Buffer.from('RIFF....WAVEfmt a little sound');
  const aSound = async (): Promise<Recorded> => ({ mimeType: 'audio/wav', bytes: sound, durationMs: 12_000 });

  it.each([
    ['1.2, 7.84, 7.85', { ask: recordVoice, history: voiceHistory, kind: 'VOICE', type: 'CAPTURE_VOICE' }],
    ['7.70, 7.89', { ask: recordCall, history: callRecordingHistory, kind: 'CALL', type: 'RECORD_CALL' }],
  ] as const)('[SPEC %s] is recorded, listed, fetched and deleted', async (_, { ask: record, ...of }) => {
    const { deviceId } = device;
    const asked: unknown[] = [];
    const recorder = quickly<typeof of.type>(async ({ seconds }) => {
      asked.push(seconds);
      return await aSound();
    });
    await connect({ [of.type]: recorder });
    expect((await server.api(record, { deviceId, seconds: 12 })).status).toBe(200);
    const listed = async () => (await server.api(of.history, { deviceId })).envelope.data;
    await vi.waitFor(async () => expect((await listed())[0]?.stepType).toBe('DONE'));
    expect(await listed()).toMatchObject([{ commandTypeEnum: of.type, requestedBy: server.admin.username }]);
    expect(asked).toEqual([12]);

    const { list, ticket, remove } = captures[of.kind];
    const rows = async () => (await server.api(list, { deviceId })).envelope.data;
    const [capture] = await rows();
    expect(capture).toMatchObject({ mimeType: 'audio/wav', durationMs: 12_000, camera: null, size: sound.length });
    const { envelope } = await server.api(ticket, { deviceId });
    const answer = await fetchContent(server, { ticket: envelope.data.ticket, sha256: capture?.sha256 ?? '' });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(sound);
    expect((await server.api(remove, { deviceId, captureId: capture?.id ?? 0 })).status).toBe(200);
    expect(await rows()).toEqual([]);
  });

  it('is refused outside of 10 to 60 seconds, and to those who only read', async () => {
    const { deviceId } = device;
    expect((await server.api(recordCall, { deviceId, seconds: 61 })).errorCode).toBe('recording_duration');
    const reader = await server.createAdmin({ access: { VOICE_RECORDER: 'READ_ONLY', CALL_LOG: 'READ_ONLY' } });
    const own = await joinDevice(server, { ownerId: reader.userId });
    const input = { deviceId: own.deviceId, seconds: 10 };
    expect((await server.api(recordVoice, input, reader.token)).errorCode).toBe('not_allowed');
    expect((await server.api(recordCall, input, reader.token)).errorCode).toBe('not_allowed');
    expect((await server.api(voiceHistory, { deviceId: own.deviceId }, reader.token)).status).toBe(200);
  });
});

const inCallNow = async () => {
  const { envelope } = await server.api(callState, { deviceId: device.deviceId });
  return envelope.data.inCall;
};
const told = (inCall: boolean | null) => vi.waitFor(async () => expect(await inCallNow()).toBe(inCall));

describe('recording a call', () => {
  it('is refused while the device says that no call is under way, and the log says so', async () => {
    const { deviceId } = device;
    let talks = false;
    await connect(
      { RECORD_CALL: quickly(async () => ({ mimeType: 'audio/wav', bytes: photo, durationMs: 10_000 })) },
      () => talks,
    );
    await told(false);
    const refused = await server.api(recordCall, { deviceId, seconds: 10 });
    expect([refused.status, refused.errorCode]).toEqual([409, 'no_call']);
    expect((await server.api(callRecordingHistory, { deviceId })).envelope.data).toEqual([]);
    const log = await client?.log.read();
    expect(log?.entries.map(({ what }) => what)).toContain(
      'tried to ask for Call recording and was refused: no call was under way',
    );
    talks = true;
    client?.tellVitals();
    await told(true);
    expect((await server.api(recordCall, { deviceId, seconds: 10 })).status).toBe(200);
  });

  it('tells nobody of calls while call recording is not shared, and nothing of a device that is away', async () => {
    await connect({});
    await told(true);
    await client?.pause();
    expect((await server.api(callState, { deviceId: device.deviceId })).errorCode).toBe('device_paused');
    await client?.resume();
    await client?.changeGrants(['CALL_LOG']);
    expect((await server.api(callState, { deviceId: device.deviceId })).errorCode).toBe('consent_missing');
    client?.tellVitals();
    const { db } = server.services;
    const stored = async () =>
      (await sql<{ in_call: boolean | null }>`select in_call from devices where id = ${device.deviceId}`.execute(db))
        .rows;
    await vi.waitFor(async () => expect(await stored()).toEqual([{ in_call: null }]));
    await client?.changeGrants(['CALL_RECORDING']);
    client?.tellVitals();
    await told(true);
    client?.goAway();
    await told(null);
  });

  it('stores no call state that is not shared, whatever the device sends, and the latest of many changes', async () => {
    const { deviceId, token } = await joinDevice(server, { capabilities: ['CALL_LOG'] });
    const raw = new RawDevice(server);
    await raw.hello(token);
    const vitals = { ...testVitals, type: 'heartbeat' } as const;
    const stored = async () => {
      const { rows } = await sql<{ battery: number; inCall: boolean | null }>`
        select battery_percent as battery, in_call as "inCall" from devices where id = ${deviceId}`.execute(
        server.services.db,
      );
      return rows[0];
    };
    raw.send({ ...vitals, batteryPercent: 7, inCall: true });
    await vi.waitFor(async () => expect(await stored()).toEqual({ battery: 7, inCall: null }));
    raw.send(await consentTo(['CALL_RECORDING']));
    await raw.next('grants');
    // More changes than the rate limit writes at once; the latest follows later.
    for (let change = 0; change < 40; change += 1) raw.send({ ...vitals, inCall: change % 2 === 0 });
    raw.send({ ...vitals, batteryPercent: 9, inCall: true });
    await vi.waitFor(async () => expect(await stored()).toEqual({ battery: 9, inCall: true }), { timeout: 30_000 });
    raw.send({ type: 'pause' });
    await raw.next('grants');
    expect(await stored()).toEqual({ battery: 9, inCall: null });
    raw.socket.close();
  });
});

describe('asking for a capture', () => {
  it.each([undefined, 0, 9, 61, 600])('[SPEC 5.7, 8.16] refuses %s seconds in its own words', async (seconds) => {
    const { deviceId } = device;
    const film = await server.api(liveCamera, { deviceId, mode: 'VIDEO', camera: 'FRONT', seconds });
    expect([film.status, film.error]).toEqual([400, 'Please select a time between 10 and 60 seconds.']);
    const voice = await server.api(recordVoice, { deviceId, seconds: seconds ?? 0 });
    expect(voice.error).toBe('Please select a time between 10 and 60 seconds.');
  });

  it.each([10, 60])('takes %s seconds', async (seconds) => {
    const { deviceId } = device;
    const { status } = await server.api(liveCamera, { deviceId, mode: 'VIDEO', camera: 'FRONT', seconds });
    expect(status).toBe(200);
  });

  it('takes the access of the recorder that it is for', async () => {
    const admin = await server.createAdmin({ access: { PHOTO_RECORDER: 'FULL_ACCESS', VIDEO_RECORDER: 'READ_ONLY' } });
    const { deviceId } = await joinDevice(server, { ownerId: admin.userId });
    const film = { deviceId, mode: 'VIDEO', camera: 'BACK', seconds: 10 } as const;
    expect((await server.api(liveCamera, film, admin.token)).errorCode).toBe('not_allowed');
    const taken = await server.api(liveCamera, { deviceId, mode: 'PHOTO', camera: 'BACK' }, admin.token);
    expect(taken.envelope.data.commandTypeEnum).toBe('CAPTURE_PHOTO');
    const nobody = await server.createAdmin({ access: {} });
    await joinDevice(server, { ownerId: nobody.userId });
    expect((await server.api(liveCameraHistory, { deviceId }, nobody.token)).status).toBeGreaterThanOrEqual(403);
  });

  it('is refused without the capability', async () => {
    const { deviceId } = await joinDevice(server, { capabilities: ['CONTACTS'] });
    const answer = await server.api(liveCamera, { deviceId, mode: 'PHOTO', camera: 'BACK' });
    expect(answer.errorCode).toBe('consent_missing');
    expect((await server.api(deviceSummary, { deviceId })).status).toBe(200);
  });
});
