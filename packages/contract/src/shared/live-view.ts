import { z } from 'zod/mini';
import { limits } from '../core/limits.ts';
import { cameras } from './cameras.ts';

/** The path of a viewer's socket; it is opened with the `pass` of `watchLiveView` in the query. */
export const liveViewSocketPath = '/live-view';

/**
 * Why a live view ended. OVER: its time was up. PAGE_HIDDEN: the page was left or the phone was locked. CAMERA_LOST: another app took the
 * camera, or it failed. DISCONNECTED: the device or its server went away. UNWATCHED: nobody watched any more. BAD_FRAMES: the device sent
 * too much that is no picture. WITHDRAWN: the camera is no longer shared. ACCESS_LOST: whoever started it may not see this device any more.
 */
export const liveViewEnds = [
  'OVER',
  'STOPPED_BY_PERSON',
  'STOPPED_BY_ADMIN',
  'WITHDRAWN',
  'PAUSED',
  'NOTICE_HIDDEN',
  'OUTSIDE_HOURS',
  'ACCESS_LOST',
  'LEFT',
  'PAGE_HIDDEN',
  'CAMERA_LOST',
  'DISCONNECTED',
  'UNWATCHED',
  'BAD_FRAMES',
] as const;
export type LiveViewEnd = (typeof liveViewEnds)[number];

/** The reasons that a device can tell. The server finds the others out itself. */
export const liveViewEndsOfDevice = [
  'OVER',
  'STOPPED_BY_PERSON',
  'NOTICE_HIDDEN',
  'PAGE_HIDDEN',
  'CAMERA_LOST',
] as const satisfies readonly LiveViewEnd[];
export type LiveViewEndOfDevice = (typeof liveViewEndsOfDevice)[number];

/** What is told of a command whose person said no. */
export const declinedText = 'The person declined.';

/** How long, in minutes. */
export const liveViewMinutes = z
  .int()
  .check(z.minimum(limits.liveView.minMinutes), z.maximum(limits.liveView.maxMinutes));

/** An admin who watches a live view. `name` is what is shown; it is not unique. */
export const liveViewer = z.object({ username: z.string(), name: z.string(), since: z.string() });
export type LiveViewer = z.infer<typeof liveViewer>;

/** A live view that runs, or ran. */
export const liveViewSession = z.object({
  id: z.int(),
  deviceId: z.int(),
  startedBy: z.string(),
  /** The camera that was asked for. The person may turn to the other one: each picture says which it is from. */
  camera: z.enum(cameras),
  /** The sound was asked for, too. */
  sound: z.boolean(),
  startedAt: z.string(),
  /** When it ends by itself. */
  until: z.string(),
  /** Null while it runs. */
  endedAt: z.nullable(z.string()),
  end: z.nullable(z.enum(liveViewEnds)),
});
export type LiveViewSession = z.infer<typeof liveViewSession>;

/** What a viewer sends over its socket: a ping, from whose answer it learns how long the way takes. */
export const liveViewRequest = z.object({ type: z.literal('ping'), at: z.number() });

/** What the server sends to viewers, beside the pictures and sound (`LiveFrame`), which are binary messages. */
export const liveViewMessage = z.discriminatedUnion('type', [
  /** The answer to a ping, with the `at` of the ping. */
  z.object({ type: z.literal('pong'), at: z.number() }),
  /** Who watches now. */
  z.object({ type: z.literal('viewers'), viewers: z.array(liveViewer) }),
  /** It is over, or this viewer may not watch any more; the socket closes. */
  z.object({ type: z.literal('ended'), end: z.enum(liveViewEnds) }),
]);
export type LiveViewMessage = z.infer<typeof liveViewMessage>;
