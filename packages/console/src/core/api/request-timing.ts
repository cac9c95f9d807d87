/**
 * Notes in the browser's own timeline how a call goes: started, then completed or failed, with its time. Of each call the
 * last one is kept, so that a console that stays open for weeks does not fill up.
 */
export async function timed<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  performance.clearMarks(path);
  const { startTime } = performance.mark(path, { detail: 'started' });
  const ended = (detail: 'completed' | 'failed') => {
    performance.clearMeasures(path);
    performance.measure(path, { start: startTime, detail });
  };
  try {
    const result = await work();
    ended('completed');
    return result;
  } catch (error) {
    ended('failed');
    throw error;
  }
}
