import { vi } from 'vitest';

const minuteMs = 60_000;
let before: Promise<unknown> = Promise.resolve();

/**
 * Whatever starts here never does what it would do once a minute: on a slow machine that would fall into the middle of a
 * test. One after the other, so that each finds the timers as they were.
 */
export function withoutMinutes<Started>(start: () => Promise<Started>): Promise<Started> {
  const started = before.then(async () => {
    const { setInterval } = globalThis;
    const spy = vi.spyOn(globalThis, 'setInterval');
    spy.mockImplementation((run, ms, ...args) =>
      setInterval((ms ?? 0) >= minuteMs ? () => undefined : run, ms, ...(args as [])),
    );
    try {
      return await start();
    } finally {
      spy.mockRestore();
    }
  });
  before = started.catch(() => undefined);
  return started;
}
