import {
  decodeLiveHeader,
  limits,
  livePayload,
  liveViewSinceNotice,
  weekDays,
  type Capability,
  type DeviceFrame,
  type Grants,
} from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeCamera } from '../../testing/fake-camera.ts';
import { testWork } from '../../testing/test-work.ts';
import type { EndedLiveView, LiveViewHandlers, RunningLiveView } from './live-view-source.ts';
import { LiveView } from './live-view.ts';

const countdownMs = limits.recording.countdownSeconds * 1000;
const minuteMs = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-18T09:05:00Z') }));
afterEach(() => void vi.useRealTimers());

const hoursOf = (from: string, to: string) => ({ timeZone: 'UTC', days: weekDays.map((day) => ({ day, from, to })) });

function setUp(more: LiveViewHandlers & { opening?: Promise<void> } = {}) {
  const camera = fakeCamera(more);
  const told: Extract<DeviceFrame, { type: 'live-view-end' }>[] = [];
  const sent: Uint8Array[] = [];
  const shown: (RunningLiveView | null)[] = [];
  const ends: EndedLiveView[] = [];
  const stills: string[] = [];
  const phone = { isConnected: true, isNoticeShown: true, buffered: 0, readNotice: liveViewSinceNotice };
  const capabilities: Capability[] = ['CAMERA', 'MICROPHONE'];
  const grants: { -readonly [Key in keyof Grants]: Grants[Key] } = { capabilities, paused: false, hours: null };
  const liveView = new LiveView({
    openLiveView: camera.openLiveView,
    onLiveView: (running, ended) => {
      shown.push(running);
      if (ended) ends.push(ended);
    },
    onStill: ({ requestedBy }) => void stills.push(requestedBy),
    grants,
    isNoticeShown: () => phone.isNoticeShown,
    readNotice: () => phone.readNotice,
    now: () => new Date(),
    isConnected: () => phone.isConnected,
    send: (frame) => void told.push(frame),
    sendBytes: (bytes) => {
      if (phone.isConnected) sent.push(bytes);
      return phone.isConnected;
    },
    buffered: () => phone.buffered,
    log: () => undefined,
    ...more,
  });
  const phases: (string | undefined)[] = [];
  const cancel = new AbortController();
  const begin = ({ sound = false, minutes = 5, commandId = 7 } = {}) => {
    const work = testWork({ commandId, signal: cancel.signal, report: (_, phase) => void phases.push(phase) });
    const answer = liveView.begin({ camera: 'BACK', minutes, sound }, work).catch((error: Error) => error.message);
    return answer;
  };
  const watch = (count: number, sessionId = 7) =>
    liveView.receive({ type: 'live-view-viewers', sessionId, names: ['maria'].slice(0, count), count });
  /** A live view that runs, and is watched by so many. */
  const live = async ({ count = 1, ...asked }: { sound?: boolean; minutes?: number; count?: number } = {}) => {
    const answer = begin(asked);
    await vi.advanceTimersByTimeAsync(countdownMs);
    expect(await answer).toEqual([]);
    liveView.answered(7);
    watch(count);
  };
  const headers = () => sent.map((bytes) => decodeLiveHeader(bytes));
  const withdraw = (name: Capability) => {
    grants.capabilities = grants.capabilities.filter((each) => each !== name);
    liveView.narrowed();
  };
  return {
    liveView,
    ...camera,
    told,
    sent,
    shown,
    ends,
    stills,
    phone,
    grants,
    phases,
    cancel,
    begin,
    watch,
    live,
    headers,
    withdraw,
  };
}

describe('a live view', () => {
  it('opens the camera and counts down before anything is sent, and then sends while somebody watches', async () => {
    const { liveView, begin, openedFor, camera, shown, phases, watch, give, sent, headers } = setUp();
    const answer = begin();
    await vi.advanceTimersByTimeAsync(0);
    expect([camera.isOpen, openedFor.map(({ requestedBy }) => requestedBy)]).toEqual([true, ['maria']]);
    await vi.advanceTimersByTimeAsync(countdownMs - 1);
    expect(liveView.running).toMatchObject({ sessionId: 7, phase: 'COUNTDOWN', secondsLeft: 1 });
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual([]);
    expect(phases).toEqual(['COUNTDOWN', 'COUNTDOWN', 'COUNTDOWN']);
    expect(shown.at(-1)).toMatchObject({ phase: 'LIVE', until: new Date('2026-11-18T09:10:03Z'), viewerCount: 0 });
    // The server has no session before it has the answer.
    watch(1);
    expect(camera.onFrame).toBeNull();
    watch(0);
    liveView.answered(7);
    expect(camera.onFrame).toBeNull();
    watch(1);
    give();
    give({ isKey: false, takenMs: 80.4 });
    expect(headers()).toEqual([
      { codec: 'VP8', isKey: true, camera: 'BACK', isMuted: true, sequence: 0, sessionId: 7, takenMs: 40, ageMs: 0 },
      expect.objectContaining({ isKey: false, sequence: 1, takenMs: 80 }),
    ]);
    expect(Array.from(livePayload(sent[0] ?? new Uint8Array()))).toEqual([1, 2, 3]);
    watch(0);
    expect(camera.onFrame).toBeNull();
    expect(camera.isOpen).toBe(true);
  });

  it('shows who watches, and makes a key frame for each who comes', async () => {
    const { live, watch, camera, shown } = setUp();
    await live({ count: 1 });
    const before = camera.keys;
    watch(2);
    expect(camera.keys).toBe(before + 1);
    watch(1);
    expect(camera.keys).toBe(before + 1);
    expect(shown.at(-1)).toMatchObject({ viewers: ['maria'], viewerCount: 1 });
    watch(5, 6);
    expect(shown.at(-1)).toMatchObject({ viewerCount: 1 });
  });

  it('skips up to the next key frame while too much waits, and encodes for less', async () => {
    const { live, give, phone, headers, rates, camera } = setUp();
    await live();
    give();
    phone.buffered = 100_000;
    give({ isKey: false });
    phone.buffered = 0;
    const { keys } = camera;
    give({ isKey: false });
    expect(camera.keys).toBe(keys + 1);
    give();
    expect(headers().map((header) => header?.sequence)).toEqual([0, 3]);
    expect(rates[1]).toBe((rates[0] ?? 0) / 2);
  });

  it('encodes for what the server takes', async () => {
    const { live, liveView, rates } = setUp();
    await live();
    liveView.receive({ type: 'live-view-rate', sessionId: 7, bytesPerSecond: 30_000 });
    expect(rates.at(-1)).toBe(30_000);
  });

  it('says which camera a picture is from, after the person has turned it', async () => {
    const { live, give, headers, liveView } = setUp();
    await live();
    give({ camera: 'FRONT' });
    expect([headers()[0]?.camera, liveView.running?.camera]).toEqual(['FRONT', 'FRONT']);
  });

  it('is one at a time', async () => {
    const { live, begin } = setUp();
    await live();
    expect(await begin({ commandId: 8 })).toBe('A live view of this device is already running.');
  });

  it('is refused without a camera, without a connection, and before the person has read the notice', async () => {
    const { liveView, phone, begin, openedFor } = setUp();
    expect(liveView.refusal()).toBeNull();
    phone.readNotice = liveViewSinceNotice - 1;
    expect(liveView.refusal()).toContain('has not read the current notice');
    phone.readNotice = 0;
    expect(liveView.refusal()).toBeNull();
    phone.isConnected = false;
    expect(await begin()).toBe('The connection broke before it had begun.');
    expect(openedFor).toEqual([]);
    expect(setUp({ openLiveView: undefined as never }).liveView.refusal()).toBe(
      'This device cannot show a live picture.',
    );
  });
});

describe('its sound', () => {
  it('is sent only when it was asked for and the microphone is shared', async () => {
    const { live, give, headers, openedFor } = setUp();
    await live({ sound: true });
    give({ codec: 'OPUS' });
    give({ codec: 'OPUS', isMuted: true });
    give();
    expect(headers().map((header) => [header?.codec, header?.isMuted])).toEqual([
      ['OPUS', false],
      ['VP8', false],
    ]);
    expect(openedFor[0]?.params.sound).toBe(true);
  });

  it.each([
    ['was not asked for', { sound: false }, {}],
    ['is not possible on this platform', { sound: true }, { liveViewSound: false }],
  ])('is not sent when it %s', async (_, asked, more) => {
    const { live, give, headers, openedFor } = setUp(more);
    await live(asked);
    give({ codec: 'OPUS' });
    give();
    expect(headers().map((header) => [header?.codec, header?.isMuted])).toEqual([['VP8', true]]);
    expect(openedFor[0]?.params.sound).toBe(false);
  });

  it('stops when the microphone is withdrawn, and the pictures go on', async () => {
    const { live, give, headers, withdraw, camera, liveView } = setUp();
    await live({ sound: true });
    withdraw('MICROPHONE');
    give({ codec: 'OPUS' });
    give();
    expect(camera.hasSound).toBe(false);
    expect(liveView.running?.sound).toBe(false);
    expect(headers().map((header) => [header?.codec, header?.isMuted])).toEqual([['VP8', true]]);
  });

  it('does not begin when the microphone is withdrawn while the camera is being opened', async () => {
    const opening = Promise.withResolvers<void>();
    const { begin, withdraw, camera } = setUp({ opening: opening.promise });
    void begin({ sound: true });
    withdraw('MICROPHONE');
    opening.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect([camera.isOpen, camera.hasSound]).toEqual([true, false]);
  });
});

describe('it ends, and the camera goes off,', () => {
  it('at its time, which the server is told', async () => {
    const { live, camera, told, ends } = setUp();
    await live({ minutes: 5 });
    await vi.advanceTimersByTimeAsync(5 * minuteMs - 1);
    expect(camera.isOpen).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(camera.isOpen).toBe(false);
    expect(told).toEqual([{ type: 'live-view-end', sessionId: 7, end: 'OVER' }]);
    expect(ends).toMatchObject([{ sessionId: 7, end: 'OVER' }]);
  });

  it('at its time with the next picture, when the timers of a frozen page are late', async () => {
    const { live, give, sent, ends } = setUp();
    await live({ minutes: 5 });
    vi.setSystemTime(Date.now() + 5 * minuteMs);
    give();
    expect([sent.length, ends[0]?.end]).toEqual([0, 'OVER']);
  });

  it.each(['STOPPED_BY_PERSON', 'PAGE_HIDDEN', 'CAMERA_LOST'] as const)('when the device ends it: %s', async (end) => {
    const { live, liveView, openedFor, camera, told, ends } = setUp();
    await live();
    if (end === 'CAMERA_LOST') openedFor[0]?.onLost(end);
    else liveView.stop(end);
    expect([camera.isOpen, told, ends[0]?.end]).toEqual([false, [{ type: 'live-view-end', sessionId: 7, end }], end]);
    liveView.stop();
    expect(told).toHaveLength(1);
  });

  it('when the server says so', async () => {
    const { live, liveView, camera, told, ends } = setUp();
    await live();
    liveView.receive({ type: 'live-view-stop', sessionId: 6, end: 'STOPPED_BY_ADMIN' });
    expect(camera.isOpen).toBe(true);
    liveView.receive({ type: 'live-view-stop', sessionId: 7, end: 'UNWATCHED' });
    expect([camera.isOpen, told, ends[0]?.end]).toEqual([false, [], 'UNWATCHED']);
  });

  it('when the camera is withdrawn, sharing is paused, its hours are over, or the notice is hidden', async () => {
    for (const [end, change] of [
      ['WITHDRAWN', ({ withdraw }) => withdraw('CAMERA')],
      ['PAUSED', ({ grants }) => (grants.paused = true)],
      ['NOTICE_HIDDEN', ({ phone }) => (phone.isNoticeShown = false)],
      ['OUTSIDE_HOURS', ({ grants }) => (grants.hours = hoursOf('12:00', '13:00'))],
    ] as [string, (parts: ReturnType<typeof setUp>) => unknown][]) {
      const parts = setUp();
      await parts.live();
      change(parts);
      parts.liveView.narrowed();
      parts.give();
      expect([end, parts.camera.isOpen, parts.ends[0]?.end, parts.sent]).toEqual([end, false, end, []]);
      // The server knows the others from the person's decision.
      expect(parts.told.map((frame) => frame.end)).toEqual(end === 'NOTICE_HIDDEN' ? [end] : []);
    }
  });

  it('by itself when the sharing hours end', async () => {
    const { live, grants, liveView, ends } = setUp();
    grants.hours = hoursOf('09:00', '09:15');
    await live({ minutes: 10 });
    liveView.narrowed();
    await vi.advanceTimersByTimeAsync(9 * minuteMs);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(ends[0]?.end).toBe('OUTSIDE_HOURS');
  });

  it('with the connection, and does not come back with the next one', async () => {
    const { live, liveView, camera, told, ends, watch, give, sent } = setUp();
    await live();
    liveView.disconnected();
    expect([camera.isOpen, told, ends[0]?.end]).toEqual([false, [], 'DISCONNECTED']);
    watch(2);
    give();
    expect([liveView.running, sent]).toEqual([null, []]);
    // The command is repeated when its answer was lost.
    expect(liveView.answerOf(7, { rows: [] })).toEqual({ failed: 'The live view is over.' });
    liveView.answered(7);
    expect(liveView.running).toBeNull();
  });
});

describe('before it has begun it ends,', () => {
  it('when the person stops it in the countdown, as the failure of the command', async () => {
    const { begin, liveView, camera, told, ends } = setUp();
    const answer = begin();
    await vi.advanceTimersByTimeAsync(1000);
    liveView.stop();
    expect(await answer).toBe('The person using this device stopped it.');
    expect([camera.isOpen, told, ends[0]?.end]).toEqual([false, [], 'STOPPED_BY_PERSON']);
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    expect(liveView.running).toBeNull();
  });

  it('when it is stopped while the camera is being opened, which is closed then', async () => {
    const opening = Promise.withResolvers<void>();
    const { begin, liveView, camera, openedFor } = setUp({ opening: opening.promise });
    const answer = begin();
    liveView.disconnected();
    expect(await answer).toBe('The connection broke before it had begun.');
    expect(openedFor[0]?.signal.aborted).toBe(true);
    opening.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(camera.isOpen).toBe(false);
  });

  it('when the command is cancelled', async () => {
    const { begin, cancel, camera, ends } = setUp();
    const answer = begin();
    await vi.advanceTimersByTimeAsync(0);
    cancel.abort(new Error('cancelled'));
    await answer;
    expect([camera.isOpen, ends[0]?.end]).toEqual([false, 'STOPPED_BY_ADMIN']);
  });

  it('when the camera cannot be opened, and another one may begin', async () => {
    const opening = Promise.reject(new Error('No permission.'));
    const { begin, liveView, shown } = setUp({ opening });
    expect(await begin()).toBe('No permission.');
    expect([liveView.running, shown.at(-1)]).toEqual([null, null]);
  });
});

const upload = async () => 'b'.repeat(64);

describe('a still', () => {
  it('is taken from the picture that is live, and the person is told', async () => {
    const { live, liveView, stills } = setUp();
    await live();
    const phases: unknown[] = [];
    const work = testWork({ commandId: 9, upload, report: (_, phase) => void phases.push(phase) });
    expect(await liveView.still({ camera: 'BACK', liveView: 7 }, work)).toEqual([
      { key: 'capture', sha256: 'b'.repeat(64), durationMs: null },
    ]);
    expect(phases).toEqual(['COUNTDOWN', 'RECORDING', 'UPLOADING']);
    expect([stills, liveView.running?.stills]).toEqual([['maria'], 1]);
  });

  it('is refused for another live view, and for none', async () => {
    const { live, liveView, begin } = setUp();
    const still = () => liveView.still({ camera: 'BACK', liveView: 7 }, testWork({ upload }));
    await expect(still()).rejects.toThrow('No live view of this device is running.');
    void begin();
    await vi.advanceTimersByTimeAsync(0);
    await expect(still()).rejects.toThrow('No live view');
    liveView.stop();
    await live();
    await expect(liveView.still({ camera: 'BACK', liveView: 6 }, testWork({ upload }))).rejects.toThrow('No live view');
  });

  it('is not sent when the live view has ended meanwhile', async () => {
    const { live, liveView, source, stills } = setUp();
    await live();
    const taken = Promise.withResolvers<{ mimeType: string; bytes: Uint8Array }>();
    source.still = () => taken.promise;
    const sending = vi.fn<typeof upload>(upload);
    const still = liveView.still({ camera: 'BACK', liveView: 7 }, testWork({ upload: sending }));
    liveView.stop();
    taken.resolve({ mimeType: 'image/jpeg', bytes: new Uint8Array(1) });
    await expect(still).rejects.toThrow('The live view is over.');
    expect([sending.mock.calls, stills]).toEqual([[], []]);
  });
});
