const minuteMs = 60_000;
const never = () => undefined;
let before: Promise<unknown> = Promise.resolve();

/**
 * Whatever starts here never does what it would do once a minute: on a slow machine that would fall into the middle of a
 * test. One after the other, so that each finds the timers as they were.
 */
export function withoutMinutes<Started>(start: () => Promise<Started>): Promise<Started> {
  const started = before.then(async () => {
    const { setInterval } = globalThis;
    const rarely = (run: () => void, ms = 0) => setInterval(ms < minuteMs ? run : never, ms);
    globalThis.setInterval = rarely as typeof setInterval;
    try {
      return await start();
    } finally {
      globalThis.setInterval = setInterval;
    }
  });
  before = started.catch(() => undefined);
  return started;
}
