import type { Command, Run, RunCounts, RunItemState } from '@fairwatch/contract';

/** The states of an item that ended without success, in the order in which they are shown. */
const unsuccessfulStates = ['FAILED', 'EXPIRED', 'SKIPPED', 'CANCELLED'] as const satisfies readonly RunItemState[];

/** How far a run is, in items. */
export interface RunProgress {
  total: number;
  done: number;
  /** Items that ended, with or without success. */
  ended: number;
  /** Items that failed, expired, were skipped or cancelled. What a person declined is answered. */
  unsuccessful: number;
  /** 0 to 100. */
  percent: number;
}

/** Counts the items of a run. `openPercent` is how far its open command is; it counts as a part of one item. */
export function runProgress(counts: RunCounts, openPercent: number | null = null): RunProgress {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const unsuccessful = unsuccessfulStates.reduce((sum, state) => sum + counts[state], 0);
  const ended = counts.DONE + counts.DECLINED + unsuccessful;
  const share = total === 0 ? 0 : (ended + Math.min(counts.OPEN, (openPercent ?? 0) / 100)) / total;
  return { total, done: counts.DONE, ended, unsuccessful, percent: Math.floor(share * 100) };
}

/** How far the open command of a device is, when it belongs to this run; null otherwise. */
export function openPercentOf(run: Pick<Run, 'id'>, open: Pick<Command, 'runId' | 'progress'> | null): number | null {
  return open !== null && open.runId === run.id ? open.progress : null;
}

/** True once all items of a run succeeded or were declined. */
export function isComplete({ finishedAt, counts }: Pick<Run, 'finishedAt' | 'counts'>): boolean {
  return finishedAt !== null && runProgress(counts).unsuccessful === 0;
}

/** True for a run that ended by itself, with items that did not succeed. */
export function isIncomplete({ state, ...run }: Pick<Run, 'state' | 'finishedAt' | 'counts'>): boolean {
  return state === 'DONE' && !isComplete(run);
}
