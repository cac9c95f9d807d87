import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';
import { givesCommand } from '../../shared/command.ts';
import { deviceId } from '../../shared/device-feature.ts';
import { liveMinutes, liveSession, trailPoint } from '../../shared/watches/live-location.ts';

const read = { permission: 'LOCATION', level: 'READ_ONLY' } as const;
const full = { permission: 'LOCATION', level: 'FULL_ACCESS' } as const;

/**
 * Asks a device to send its position as it moves, for some minutes. The person sees that it runs, for whom and until when, and can stop it.
 * The command is done once the device has begun; the points follow, so that other commands need not wait.
 */
export const startLiveLocation = endpoint({
  path: 'location/command/live-location',
  access: full,
  summary: 'Follow the location of a device for some minutes',
  input: z.strictObject({ deviceId, minutes: liveMinutes }),
  ...givesCommand,
  commands: ['LIVE_LOCATION'],
  device: { capability: 'LOCATION', action: 'COMMAND' },
  errors: ['live_running', 'too_many_live'],
});

export const stopLiveLocation = endpoint({
  path: 'location/live/stop',
  access: full,
  tells: ['DEVICE', 'LOCATION'],
  answers: 'how long it ran, and how many points it had',
  log: { action: 'LIVE_LOCATION' },
  summary: 'Stop the live location of a device',
  input: z.strictObject({ deviceId }),
  output: liveSession,
  // Stopping collects nothing, so it needs no consent.
  device: { capability: null, action: 'COMMAND' },
  errors: ['live_not_found'],
});

/** The live location that runs on a device, or the last one that ended within a day, with its trail. */
export const liveLocation = endpoint({
  path: 'location/live',
  access: read,
  answers: 'where the device went during a live location, and who started it',
  log: {
    action: 'READ',
    when: 'when there is one',
    describe: (_input, { session, trail }) =>
      session === null ? null : { object: `the live location that ${session.startedBy} started`, count: trail.length },
    words: 'liveLocation',
    // The page reads it again as the device moves.
    part: (_input, { session }) => String(session?.id),
  },
  staleBy: ['live-location'],
  summary: 'The live location of a device and its trail',
  input: z.strictObject({ deviceId }),
  output: z.object({ session: z.nullable(liveSession), trail: z.array(trailPoint) }),
  device: { capability: 'LOCATION', action: 'READ' },
});
