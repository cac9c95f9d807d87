import { limits } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeCaptures } from './captures.fake.ts';
import { captureAct, type CaptureScreen } from '../../core/commands/capture.ts';
import { seededRandom } from '../../fake/random.ts';
import { testWork } from '../../testing/test-work.ts';

const { minSeconds, maxSeconds, countdownSeconds } = limits.recording;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What the person sees, with the second in which they see it. */
function watch() {
  const began = Date.now();
  const seen: [second: number, what: string][] = [];
  const see = (what: string) => void seen.push([Math.round((Date.now() - began) / 1000), what]);
  const screen: CaptureScreen = {
    countdown: (_notice, left) => see(`in ${left}`),
    indicator: (_notice, on) => see(on ? 'on' : 'off'),
    note: () => see('note'),
    stopped: () => new AbortController().signal,
  };
  return { screen, seen };
}

const work = testWork();

const countdown = Array.from({ length: countdownSeconds }, (_, passed) => [passed, `in ${countdownSeconds - passed}`]);

describe('a recording, by the clock', () => {
  it.each([10, 37, 60])('[SPEC 9.14] of %s seconds lasts so long after its countdown', async (seconds) => {
    const { screen, seen } = watch();
    const done = fakeCaptures(seededRandom('test'), screen, () => true).CAPTURE_VOICE?.({ seconds }, work);
    await vi.advanceTimersByTimeAsync((countdownSeconds + maxSeconds) * 1000);
    expect(await done).toMatchObject([{ durationMs: seconds * 1000 }]);
    const end = countdownSeconds + seconds;
    expect(seen).toEqual([...countdown, [countdownSeconds, 'on'], [end, 'off'], [end, 'note']]);
  });

  it('[SPEC 9.14] that does not end by itself is cut off, and its indicator with it', async () => {
    const { screen, seen } = watch();
    const endless = captureAct<'CAPTURE_VOICE'>('a voice recording', screen, () => new Promise(() => {}));
    const ended = endless({ seconds: 60 }, work).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync((countdownSeconds + maxSeconds) * 1000);
    expect(seen.at(-1)).toEqual([countdownSeconds, 'on']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await ended).toEqual(new Error('The recorder did not end in time.'));
    expect(seen.at(-1)?.[1]).toBe('off');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not begin for a person who presses Stop as its indicator goes on', async () => {
    const { screen, seen } = watch();
    const stop = new AbortController();
    screen.stopped = () => stop.signal;
    screen.indicator = (_notice, on) => (on ? stop.abort() : seen.push([countdownSeconds, 'off']));
    const record = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
    const ended = captureAct<'CAPTURE_VOICE'>(
      'a voice recording',
      screen,
      record,
    )({ seconds: minSeconds }, work).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync((countdownSeconds + maxSeconds) * 2000);
    expect(record).not.toHaveBeenCalled();
    expect(await ended).toEqual(new Error('The person using this device stopped it.'));
    expect(seen.at(-1)?.[1]).toBe('off');
  });
});

describe('recording a call', () => {
  it('is refused while no call is under way, before anything is shown', async () => {
    for (const inCall of [() => false, () => undefined]) {
      const { screen, seen } = watch();
      const ask = fakeCaptures(seededRandom('test'), screen, inCall).RECORD_CALL;
      await expect(ask?.({ seconds: minSeconds }, work)).rejects.toThrow('No call is under way on this device');
      expect(seen).toEqual([]);
    }
  });

  it('is refused when the call ends during the countdown', async () => {
    const { screen, seen } = watch();
    let talks = true;
    const { RECORD_CALL } = fakeCaptures(seededRandom('test'), screen, () => talks);
    const ended = RECORD_CALL?.({ seconds: minSeconds }, work).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    talks = false;
    await vi.advanceTimersByTimeAsync(countdownSeconds * 1000);
    expect(await ended).toMatchObject({ message: expect.stringContaining('No call is under way') });
    expect(seen.map(([, what]) => what)).not.toContain('on');
  });

  it('shows why the admin records, with the countdown and while it records', async () => {
    const { screen } = watch();
    const reasons: unknown[] = [];
    screen.countdown = ({ reason }) => reasons.push(reason);
    screen.indicator = ({ reason }, on) => on && reasons.push(reason);
    const asked = { ...work, reason: 'Proof of the order' };
    const done = fakeCaptures(seededRandom('test'), screen, () => true).RECORD_CALL?.({ seconds: minSeconds }, asked);
    await vi.advanceTimersByTimeAsync((countdownSeconds + minSeconds) * 1000);
    await done;
    expect(reasons).toEqual(Array.from({ length: countdownSeconds + 1 }, () => 'Proof of the order'));
  });

  it('tells the person to tell the other party, and ends when somebody hangs up', async () => {
    const { screen } = watch();
    const duties = new Set<string | null>();
    screen.countdown = ({ duty }) => duties.add(duty);
    screen.indicator = ({ duty }) => duties.add(duty);
    let talks = true;
    const done = fakeCaptures(seededRandom('test'), screen, () => talks).RECORD_CALL?.({ seconds: minSeconds }, work);
    await vi.advanceTimersByTimeAsync((countdownSeconds + 4) * 1000);
    talks = false;
    await vi.advanceTimersByTimeAsync(minSeconds * 1000);
    expect(await done).toMatchObject([{ durationMs: 5000 }]);
    expect([...duties]).toEqual(['Tell the other party that this call is being recorded.']);
  });
});
