import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Series } from './series.ts';

const resolutionMs = 20;
const nanosecondsPerSecond = 1e9;
const microsecondsPerSecond = 1e6;

/** The histogram has the time between two ticks, which is never shorter than the resolution. */
const lag = (nanoseconds: number) => Math.max(0, nanoseconds / nanosecondsPerSecond - resolutionMs / 1000);

export interface ProcessFigures {
  /** Writes the figures of the process since the call before. */
  collect(series: Series): void;
  close(): void;
}

/** Measures this process: CPU, memory, and how busy its event loop is. */
export function createProcessFigures(): ProcessFigures {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let utilisation = performance.eventLoopUtilization();
  let cpu = 0;
  return {
    collect({ cpu: cpuSeconds, memory, heap, startTime, loopLag, loopUtilisation }) {
      const { user, system } = process.cpuUsage();
      const total = (user + system) / microsecondsPerSecond;
      cpuSeconds.inc(total - cpu);
      cpu = total;
      memory.set(process.memoryUsage.rss());
      heap.set(process.memoryUsage().heapUsed);
      startTime.set(performance.timeOrigin / 1000);
      loopLag.set({ percentile: '50' }, lag(delay.percentile(50)));
      loopLag.set({ percentile: '99' }, lag(delay.percentile(99)));
      loopLag.set({ percentile: '100' }, lag(delay.max));
      delay.reset();
      const now = performance.eventLoopUtilization();
      loopUtilisation.set(performance.eventLoopUtilization(now, utilisation).utilization);
      utilisation = now;
    },
    close: () => void delay.disable(),
  };
}
