import type { Command, LiveViewSession } from '@fairwatch/contract';
import { vi } from 'vitest';
import type { LiveViewState } from './use-live-view.ts';

/** A request for a live view that waits for its person. */
export function requestForTest(change: Partial<Command> = {}): Command {
  return {
    id: 7,
    commandTypeEnum: 'LIVE_VIEW',
    stepType: 'SENT',
    createdAt: '2026-11-18T12:00:00.000Z',
    expiresAt: '2026-11-15T12:10:00.000Z',
    userResponseTime: null,
    errorDetails: null,
    requestedBy: 'maria',
    details: { camera: 'BACK', minutes: 3, sound: 'no' },
    progress: null,
    phase: null,
    runId: null,
    ...change,
  };
}

/** A live view that runs. */
export function sessionForTest(change: Partial<LiveViewSession> = {}): LiveViewSession {
  return {
    id: 7,
    deviceId: 3,
    startedBy: 'maria',
    camera: 'BACK',
    sound: false,
    startedAt: new Date().toISOString(),
    until: new Date(Date.now() + 3 * 60_000).toISOString(),
    endedAt: null,
    end: null,
    ...change,
  };
}

/** A device without a live view, of which one can be asked for. */
export function liveForTest(change: Partial<LiveViewState> = {}): LiveViewState {
  return {
    deviceId: 3,
    running: null,
    viewers: [],
    request: null,
    last: null,
    joined: false,
    join: vi.fn<LiveViewState['join']>(),
    leave: vi.fn<LiveViewState['leave']>(),
    start: vi.fn<LiveViewState['start']>(),
    stop: vi.fn<LiveViewState['stop']>(),
    sending: false,
    stopping: false,
    reason: null,
    stillReason: null,
    refusal: null,
    ...change,
  };
}
