import { captureAct, createStore, type Act, type Recorded, type Work } from '@fairwatch/device/core';
import { expect, it, vi } from 'vitest';
import type { TermuxState } from '../state/termux-state.ts';
import { createCaptureScreens } from './capture-screen.ts';

function setUp(record: (signal: AbortSignal) => Promise<Recorded>, { isShown = true } = {}) {
  const live = createStore({ capture: null, captureNotes: [] } as unknown as TermuxState);
  const { screen, shown, wait } = createCaptureScreens(live);
  const phases: (string | undefined)[] = [];
  live.subscribe(() => void phases.push(live.get().capture?.phase));
  const act: Act<'CAPTURE_VOICE'> = shown(
    captureAct<'CAPTURE_VOICE'>('a voice recording', screen, (_, { signal }) => record(signal), {
      wait: (_ms, signal) => wait(0, signal),
    }),
  );
  live.subscribe(() => isShown && live.get().capture?.onShown());
  const cancel = new AbortController();
  const work = {
    commandId: 7,
    signal: cancel.signal,
    requestedBy: 'maria',
    reason: null,
    report: () => undefined,
    upload: async () => 'hash',
  } as unknown as Work;
  return { live, phases, cancel, run: () => act({ seconds: 10 }, work) };
}

const recorded = { path: '/tmp/voice.m4a', durationMs: 10_000 } as unknown as Recorded;

it('shows countdown, recording and sending with the number of the command, and leaves a note', async () => {
  const { live, phases, run } = setUp(async () => {
    expect(live.get().capture).toMatchObject({ commandId: 7, phase: 'RECORDING', seconds: 10, requestedBy: 'maria' });
    return recorded;
  });
  expect(await run()).toEqual([{ key: 'capture', sha256: 'hash', durationMs: 10_000 }]);
  expect([...new Set(phases)]).toEqual(['COUNTDOWN', 'RECORDING', 'SENDING', undefined]);
  expect([live.get().capture, live.get().captureNotes]).toEqual([
    null,
    [expect.stringContaining('maria took a voice recording')],
  ]);
});

it('stops when the person says so, and notes that nothing was sent', async () => {
  const { live, run } = setUp(async (signal) => {
    live.get().capture?.stop();
    signal.throwIfAborted();
    return recorded;
  });
  await expect(run()).rejects.toThrow('The person using this device stopped it.');
  expect(live.get().captureNotes).toEqual([
    'maria asked for a voice recording. Nothing was sent. The person using this device stopped it.',
  ]);
});

it('fails with the reason when it cannot be shown', async () => {
  const { live, run } = setUp(async (signal) => {
    live.get().capture?.fail(new Error('The capture could not be shown to the person.'));
    signal.throwIfAborted();
    return recorded;
  });
  await expect(run()).rejects.toThrow('The capture could not be shown to the person.');
  expect(live.get().capture).toBeNull();
});

it('notes that it was called off', async () => {
  const { live, cancel, run } = setUp(async (signal) => {
    cancel.abort();
    signal.throwIfAborted();
    return recorded;
  });
  await expect(run()).rejects.toThrow('aborted');
  expect(live.get().captureNotes[0]).toContain('Nothing was sent. It was called off.');
});

it('records nothing before the person can see it', async () => {
  const record = vi.fn<() => Promise<Recorded>>(async () => recorded);
  const { live, run } = setUp(record, { isShown: false });
  const running = run();
  await vi.waitFor(() => expect(live.get().capture?.phase).toBe('COUNTDOWN'));
  // Many more turns than the countdown takes when it does not wait.
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  expect(record).not.toHaveBeenCalled();
  live.get().capture?.onShown();
  await running;
  expect(record).toHaveBeenCalledOnce();
});

it('that the person cannot see can be stopped all the same', async () => {
  const record = vi.fn<() => Promise<Recorded>>(async () => recorded);
  const { live, run } = setUp(record, { isShown: false });
  const running = run();
  await vi.waitFor(() => expect(live.get().capture?.phase).toBe('COUNTDOWN'));
  live.get().capture?.stop();
  await expect(running).rejects.toThrow('The person using this device stopped it.');
  expect(record).not.toHaveBeenCalled();
});
