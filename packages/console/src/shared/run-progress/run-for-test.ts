import type { Run, RunCounts, RunDetail, RunItem } from '@fairwatch/contract';

export function countsForTest(counts: Partial<RunCounts>): RunCounts {
  return { WAITING: 0, OPEN: 0, DONE: 0, DECLINED: 0, FAILED: 0, EXPIRED: 0, CANCELLED: 0, SKIPPED: 0, ...counts };
}

/** A run of one device that has just started. */
export function runForTest(change: Partial<RunDetail> = {}): RunDetail {
  return {
    id: 41,
    action: 'UPDATE',
    title: 'Update contacts and location',
    state: 'RUNNING',
    requestedBy: 'ada',
    createdAt: '2026-11-16T12:00:00.000Z',
    finishedAt: null,
    schedule: null,
    reason: '',
    devices: 1,
    device: { id: 3, name: "Anna's phone" },
    counts: countsForTest({ WAITING: 1, OPEN: 1 }),
    mine: true,
    waitingDevices: 0,
    ...change,
  };
}

/** The fields of a run that has ended with these counts. */
export function ended(counts: Partial<RunCounts>): Pick<Run, 'state' | 'finishedAt' | 'counts'> {
  return { state: 'DONE', finishedAt: '2026-11-16T12:01:00.000Z', counts: countsForTest(counts) };
}

/** An item that was carried out. */
export function runItemForTest(change: Partial<RunItem> = {}): RunItem {
  return {
    id: 1,
    deviceId: 3,
    deviceName: "Anna's phone",
    username: 'anna',
    title: 'Update contacts',
    state: 'DONE',
    reason: '',
    waitsFor: null,
    commandId: 9,
    progress: null,
    startedAt: '2026-11-16T12:00:00.000Z',
    finishedAt: '2026-11-16T12:01:00.000Z',
    ...change,
  };
}
