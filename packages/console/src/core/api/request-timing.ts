/**
 * Records a call in the browser's performance timeline: started, then completed or failed, with its duration. Only the last
 * record of each path is kept, so that memory does not grow while the console stays open for weeks.
 */
export async function recordTiming<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  performance.clearMarks(path);
  const { startTime } = performance.mark(path, { detail: 'started' });
  const recordEnd = (detail: 'completed' | 'failed') => {
    performance.clearMeasures(path);
    performance.measure(path, { start: startTime, detail });
  };
  try {
    const result = await work();
    recordEnd('completed');
    return result;
  } catch (error) {
    recordEnd('failed');
    throw error;
  }
}
