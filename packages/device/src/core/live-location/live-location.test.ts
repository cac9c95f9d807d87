import { limits, weekDays, type Capability, type DeviceFrame, type Grants } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testWork } from '../../testing/test-work.ts';
import { LiveLocation, type EndedLive, type LiveHandlers, type Position, type RunningLive } from './live-location.ts';

const { everyMs, pointsPerFrame } = limits.liveLocation;
const minuteMs = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-17T09:05:00Z') }));
afterEach(() => void vi.useRealTimers());

type Frame = Extract<DeviceFrame, { type: 'live-points' | 'live-end' }>;

function setUp(more: LiveHandlers = {}) {
  const sent: Frame[] = [];
  const ends: EndedLive[] = [];
  const shown: (RunningLive | null)[] = [];
  const capabilities: Capability[] = ['LOCATION'];
  const phone = { isConnected: true, isNoticeShown: true, isWatching: false };
  const grants: { -readonly [Key in keyof Grants]: Grants[Key] } = { capabilities, paused: false, hours: null };
  let report: ((position: Position) => void) | undefined;
  let fail: ((reason: string) => void) | undefined;
  const live = new LiveLocation({
    watchPosition: (onPosition, onFailed) => {
      [report, fail] = [onPosition, onFailed];
      phone.isWatching = true;
      return () => void (phone.isWatching = false);
    },
    onLiveLocation: (running, ended) => {
      shown.push(running);
      if (ended) ends.push(ended);
    },
    grants,
    isNoticeShown: () => phone.isNoticeShown,
    now: () => new Date(),
    send: async (frame) => {
      if (phone.isConnected) sent.push(frame);
      return phone.isConnected;
    },
    log: () => undefined,
    ...more,
  });
  /** A step is about eleven metres. */
  const move = async (step: number) => {
    report?.({ latitude: 48.2 + step / 10_000, longitude: 16.35, accuracy: 8.4, at: new Date() });
    await vi.advanceTimersByTimeAsync(0);
  };
  const points = () => sent.flatMap((frame) => (frame.type === 'live-points' ? frame.points : []));
  const begin = async (commandId = 7) => {
    const work = testWork({ commandId });
    const answer = live.begin({ minutes: 15 }, work);
    await move(0);
    await answer;
    live.answered(commandId);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { live, sent, ends, shown, phone, grants, move, points, begin, failWith: (reason: string) => fail?.(reason) };
}

describe('a live location', () => {
  it('begins with the first position, which is sent after the answer', async () => {
    const { live, sent, shown, move } = setUp();
    const answer = live.begin({ minutes: 15 }, testWork({ commandId: 7 }));
    await move(0);
    expect(await answer).toEqual([]);
    expect(sent).toEqual([]);
    live.answered(7);
    expect(sent).toMatchObject([{ type: 'live-points', sessionId: 7, points: [{ latitude: 48.2, accuracy: 8 }] }]);
    expect(shown[0]).toMatchObject({ sessionId: 7, requestedBy: 'maria', until: '2026-11-17T09:20:00.000Z' });
  });

  it('sends a point every five seconds at most, the newest, and only when the device has moved', async () => {
    const { move, points, begin, shown } = setUp();
    await begin();
    await move(1);
    await move(2);
    expect(points()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(points().map(({ latitude }) => latitude)).toEqual([48.2, 48.2002]);
    await vi.advanceTimersByTimeAsync(everyMs);
    await move(2.1);
    await vi.advanceTimersByTimeAsync(10 * everyMs);
    expect(points()).toHaveLength(2);
    expect(shown.at(-1)?.points).toBe(2);
  });

  it('keeps the points of a broken connection, as many as fit into a frame', async () => {
    const { live, sent, phone, move, points, begin } = setUp();
    await begin();
    phone.isConnected = false;
    for (let step = 1; step <= pointsPerFrame + 5; step += 1) {
      await move(step);
      await vi.advanceTimersByTimeAsync(everyMs);
    }
    phone.isConnected = true;
    live.connected();
    expect(sent.at(-1)).toMatchObject({ type: 'live-points', sessionId: 7 });
    expect(points()).toHaveLength(1 + pointsPerFrame);
    expect(points().at(-1)?.latitude).toBeCloseTo(48.2 + (pointsPerFrame + 5) / 10_000, 6);
  });

  it('fails without a position, and another one while it runs', async () => {
    const { live, begin, failWith, phone, ends } = setUp();
    const answer = live.begin({ minutes: 5 }, testWork());
    failWith('There is none.');
    await expect(answer).rejects.toThrow('There is none.');
    expect([phone.isWatching, live.running, ends]).toEqual([false, null, []]);
    await begin();
    await expect(live.begin({ minutes: 5 }, testWork({ commandId: 8 }))).rejects.toThrow('already running');
    expect(live.running?.sessionId).toBe(7);
  });

  it('is not begun when the command is cancelled before', async () => {
    const { live, phone } = setUp();
    const abort = new AbortController();
    void live.begin({ minutes: 5 }, testWork({ signal: abort.signal }));
    abort.abort();
    expect([phone.isWatching, live.running]).toEqual([false, null]);
  });

  it('goes on after a restart of the device, unless its time is over', async () => {
    const running = { sessionId: 7, requestedBy: 'maria', reason: null, points: 3 };
    const { live, move, points, shown } = setUp({ liveLocation: { ...running, until: '2026-11-17T09:10:00.000Z' } });
    live.resume();
    await move(1);
    expect(points()).toHaveLength(1);
    expect(shown.at(-1)?.points).toBe(4);
    const late = setUp({ liveLocation: { ...running, until: '2026-11-17T08:59:00.000Z' } });
    late.live.resume();
    expect([late.phone.isWatching, late.ends]).toMatchObject([false, [{ end: 'OVER' }]]);
  });
});

type Phone = ReturnType<typeof setUp>;

describe('it ends on the device', () => {
  it.each<[string, string, (phone: Phone) => unknown, boolean]>([
    ['at its time', 'OVER', () => vi.advanceTimersByTimeAsync(15 * minuteMs), true],
    ['when its person stops it', 'STOPPED_BY_PERSON', ({ live }) => live.stop(), true],
    ['when its person takes the permission back', 'STOPPED_BY_PERSON', (phone) => restartAndFail(phone), true],
    ['when the notice is hidden', 'NOTICE_HIDDEN', narrow(({ phone }) => (phone.isNoticeShown = false)), true],
    ['when the location is withdrawn', 'WITHDRAWN', narrow(({ grants }) => (grants.capabilities = [])), false],
    ['when sharing is paused', 'PAUSED', narrow(({ grants }) => (grants.paused = true)), false],
    ['when the hours end', 'OUTSIDE_HOURS', endHours, false],
    [
      'when the server says so',
      'STOPPED_BY_ADMIN',
      ({ live }) => live.receive({ type: 'live-stop', sessionId: 7, end: 'STOPPED_BY_ADMIN' }),
      false,
    ],
  ])('%s', async (_, end, act, isTold) => {
    const set = setUp();
    await set.begin();
    await act(set);
    const { live, ends, phone, sent, move, points } = set;
    expect(ends).toMatchObject([{ sessionId: 7, end }]);
    expect([live.running, phone.isWatching]).toEqual([null, false]);
    expect(sent.filter(({ type }) => type === 'live-end')).toEqual(
      isTold ? [{ type: 'live-end', sessionId: 7, end }] : [],
    );
    const before = points().length;
    await move(9);
    await vi.advanceTimersByTimeAsync(20 * minuteMs);
    expect([points().length, ends.length]).toEqual([before, 1]);
  });

  it('and says so again on each connection until the server confirms it', async () => {
    const { live, sent, phone, begin } = setUp();
    await begin();
    phone.isConnected = false;
    live.stop();
    phone.isConnected = true;
    const told = () => sent.filter(({ type }) => type === 'live-end').length;
    live.connected();
    live.connected();
    expect(told()).toBe(2);
    live.receive({ type: 'live-stop', sessionId: 7, end: 'STOPPED_BY_PERSON' });
    live.connected();
    expect(told()).toBe(2);
  });
});

function narrow(change: (phone: Phone) => unknown) {
  return (phone: Phone) => {
    change(phone);
    phone.live.narrowed();
  };
}

function restartAndFail({ failWith }: Phone): void {
  failWith('Not permitted any more.');
}

async function endHours({ live, grants }: Phone): Promise<void> {
  grants.hours = { timeZone: 'UTC', days: weekDays.map((day) => ({ day, from: '08:00', to: '09:15' })) };
  live.narrowed();
  await vi.advanceTimersByTimeAsync(10 * minuteMs);
}
