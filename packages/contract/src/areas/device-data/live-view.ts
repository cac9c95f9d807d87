import { z } from 'zod/mini';
import { cameras } from '../../shared/cameras.ts';
import { givesCommand } from '../../shared/command.ts';
import { deviceId } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { liveViewer, liveViewMinutes, liveViewSession } from '../../shared/live-view.ts';

const watch = { permission: 'VIDEO_RECORDER', level: 'READ_ONLY' } as const;
const start = { permission: 'VIDEO_RECORDER', level: 'FULL_ACCESS' } as const;
const sessionId = z.int().check(z.positive());

/**
 * Asks a device that is online for a live picture, for some minutes. Its person is asked each time, sees who watches, and can stop it. Sound
 * needs the microphone, too: it must be shared, and the admin must be allowed to record voice.
 */
export const startLiveView = endpoint({
  path: 'media/command/live-view',
  access: start,
  summary: 'Ask for a live picture of the camera',
  input: z.strictObject({ deviceId, camera: z.enum(cameras), minutes: liveViewMinutes, sound: z.boolean() }),
  ...givesCommand,
  commands: ['LIVE_VIEW'],
  device: { capability: 'CAMERA', action: 'COMMAND' },
  errors: ['live_view_running', 'too_many_live_views', 'device_offline', 'notice_not_read'],
});

/** The live view that runs on a device, or the last one that ended within a day; who watches, and why none can be asked for now. */
export const liveView = endpoint({
  path: 'media/live-view',
  access: watch,
  answers: 'whether the camera is live, who started it and who watches',
  log: 'what is watched is logged when it begins and when it ends',
  staleBy: ['live-view', 'devices', 'grants'],
  summary: 'The live view of a device, and who watches it',
  input: z.strictObject({ deviceId }),
  output: z.object({
    session: z.nullable(liveViewSession),
    viewers: z.array(liveViewer),
    /** Why a live view cannot be asked for now, in words; null when it can. */
    refusal: z.nullable(z.string()),
  }),
  device: { capability: 'CAMERA', action: 'READ' },
});

/** Lets an admin watch a live view that runs: the answer is a pass for one socket (`liveViewSocketPath`). */
export const watchLiveView = endpoint({
  path: 'media/live-view/watch',
  access: watch,
  answers: 'a pass to the live pictures of the camera',
  log: 'a pass; that pictures begin and end is logged with its socket',
  summary: 'Watch the live view of a device',
  input: z.strictObject({ deviceId, sessionId }),
  output: z.object({ pass: z.string(), expiresAt: z.string() }),
  device: { capability: 'CAMERA', action: 'READ', live: true },
  errors: ['live_view_not_found', 'too_many_viewers'],
});

export const stopLiveView = endpoint({
  path: 'media/live-view/stop',
  access: start,
  tells: ['DEVICE', 'CAMERA'],
  answers: 'how long it ran, and who started it',
  log: { action: 'LIVE_VIEW' },
  summary: 'Stop the live view of a device',
  input: z.strictObject({ deviceId }),
  output: liveViewSession,
  // Stopping collects nothing, so it needs no consent.
  device: { capability: null, action: 'COMMAND' },
  errors: ['live_view_not_found'],
});

/** Asks for the picture of this moment as a photo of the device. Its person has allowed the live view, and is told of each picture. */
export const takeStill = endpoint({
  path: 'media/live-view/still',
  access: { permission: 'PHOTO_RECORDER', level: 'FULL_ACCESS' },
  summary: 'Keep a picture of the live view as a photo',
  // The camera of the picture that the admin sees: the person may have turned to the other one. Left out, the one that was asked for.
  input: z.strictObject({ deviceId, camera: z.optional(z.enum(cameras)) }),
  ...givesCommand,
  commands: ['CAPTURE_PHOTO'],
  device: { capability: 'CAMERA', action: 'COMMAND' },
  errors: ['live_view_not_found'],
});
