import { z } from 'zod/mini';
import { commandPhases, commandTypes } from '../shared/command.ts';
import { limits } from '../core/limits.ts';
import { logEntry, logVisit, sequence, visitRange } from '../shared/log/log-entry.ts';
import { liveViewEnds, liveViewEndsOfDevice } from '../shared/live-view.ts';
import { liveEnds, liveEndsOfDevice, livePoint } from '../shared/watches/live-location.ts';
import { watch } from '../shared/times/schedule.ts';
import { ticketLimits } from '../shared/ticket.ts';
import { archiveDeviceFrames, archiveGatewayFrames, languageTag } from './archive.ts';
import { capabilityNames } from '../core/access/capabilities.ts';
import { consentFields } from './consent.ts';
import { appVersion, deviceFacts } from './enrol.ts';
import { fileProblem } from './file-problems.ts';
import { ground } from '../shared/ground.ts';
import { networks } from './networks.ts';
import { keptDays, offers, platforms } from '../shared/offers.ts';
import { pushSubscription } from './push-subscription.ts';
import { sharingHours } from '../shared/times/sharing-hours.ts';
import { notificationStates, notificationTypes } from '../shared/notification.ts';
import { ticketDeviceFrames, ticketGatewayFrames } from './tickets.ts';

/** The path of the device socket. The token is in the first frame, never in the URL. */
export const deviceSocketPath = '/device/v1/socket';

/** Close codes of the device's socket. */
export const deviceSocketClose = { refused: 4401, replaced: 4409, silent: 4408, left: 4410 } as const;

const failedReasonLength = 1000;
const { filesPerCommand, problemMaxLength } = limits.run;
const commandId = z.int().check(z.positive());
const requestId = z.int().check(z.positive());
const notificationId = z.int().check(z.positive());

/** One row of device data: `key` is its stable identity on the device, the rest is the feature's record. */
export const deviceRow = z.looseObject({ key: z.string().check(z.minLength(1), z.maxLength(200)) });
export type DeviceRow = z.infer<typeof deviceRow>;

/** Capabilities as any text, since a newer client may know more of them. Unknown ones are ignored. */
const toldGrants = z.strictObject({
  capabilities: z.array(z.string().check(z.maxLength(50))).check(z.maxLength(40)),
  paused: z.boolean(),
  hours: z.optional(z.nullable(sharingHours)),
});

/**
 * The newest entry of the device's log: its sequence number, and its hash in hex. A device stores the latest one and sends it in
 * `hello`; the server reports when that entry is missing or has another hash.
 */
export const logHead = z.strictObject({ sequence, hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });
export type LogHead = z.infer<typeof logHead>;

/** The frames of a device. */
export const deviceFrame = z.discriminatedUnion('type', [
  /** First frame on every connection. */
  z.strictObject({
    type: z.literal('hello'),
    token: z.string().check(z.maxLength(100)),
    facts: deviceFacts,
    /** What the device shares. The server uses it only after a restore, when its own state may be stale. */
    grants: z.optional(toldGrants),
    /** The newest log entry that the device knows; null when none. Without this field the server sends none. */
    logHead: z.optional(z.nullable(logHead)),
    /** The newest notice version that this client can show. Without it the server sends neither ground nor hours. */
    noticeVersion: z.optional(z.int().check(z.minimum(1), z.maximum(2_147_483_647))),
    /** The kind of client. Without it the server sends no `supervision`. */
    platform: z.optional(z.enum(platforms)),
    /** The commands that it can carry out; all when left out. */
    offers: z.optional(offers),
    /** The client understands `usedKinds` and `ticketCategories` in `welcome`, and `kinds`. */
    knowsKinds: z.optional(z.literal(true)),
    /** The time zone of the device's clock, for schedules at a time of day. A zone that the server does not know is ignored. */
    timeZone: z.optional(z.string().check(z.maxLength(limits.sharingHours.zoneMaxLength))),
    /** In which language its person reads: that of the log, of what watches the device, and of pushes. English when left out. */
    language: z.optional(languageTag),
  }),
  z.strictObject({
    type: z.literal('heartbeat'),
    /** Battery, charging and network are null where the client cannot read them, as in most browsers. */
    batteryPercent: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
    charging: z.nullable(z.boolean()),
    network: z.nullable(z.enum(networks)),
    appVersion,
    /**
     * Whether the permanent note that the device is supervised is visible. While it is not, the device collects nothing, and the
     * server refuses and cancels commands.
     */
    noticeShown: z.boolean(),
    /** Whether a call is under way. Sent only while the person shares call recording. */
    inCall: z.optional(z.boolean()),
  }),
  /** From clients that cannot send a ping of the WebSocket protocol, such as browsers. Answered with `pong`. */
  z.strictObject({ type: z.literal('ping') }),
  /** The device begins the command: its person allowed it, or is not asked. */
  z.strictObject({ type: z.literal('accepted'), commandId }),
  z.strictObject({
    type: z.literal('rows'),
    commandId,
    /** Counts from 0 without gaps; a repeated batch is ignored. */
    batch: z.int().check(z.minimum(0)),
    rows: z.array(deviceRow).check(z.maxLength(limits.device.rowsPerBatch)),
  }),
  /** The command is finished; `batches` says how many there were, so that a lost one is noticed. */
  z.strictObject({
    type: z.literal('result'),
    commandId,
    batches: z.int().check(z.minimum(0)),
    /** The files that failed, of a command for several of which others succeeded. When all failed, the device sends `failed`. */
    problems: z.optional(z.array(fileProblem).check(z.maxLength(filesPerCommand))),
  }),
  z.strictObject({
    type: z.literal('failed'),
    commandId,
    reason: z.string().check(z.maxLength(failedReasonLength)),
    /** The person said no. */
    declined: z.optional(z.literal(true)),
  }),
  /** The progress of a command. The server stores the latest about once a second. */
  z.strictObject({
    type: z.literal('progress'),
    commandId,
    percent: z.int().check(z.minimum(0), z.maximum(100)),
    /** What the device is doing; ASKING and SEEN come before `accepted`. A capture must report COUNTDOWN and RECORDING, or its answer is refused. */
    phase: z.optional(z.enum(commandPhases)),
  }),
  /** Points of a live location, oldest first; `sessionId` is the id of the command that started it. Sent every 5 seconds at most. */
  z.strictObject({
    type: z.literal('live-points'),
    sessionId: commandId,
    points: z.array(livePoint).check(z.minLength(1), z.maxLength(limits.liveLocation.pointsPerFrame)),
  }),
  /** A live location has ended on the device: its time was up, or its person stopped it. */
  z.strictObject({ type: z.literal('live-end'), sessionId: commandId, end: z.enum(liveEndsOfDevice) }),
  /** A live view has ended on the device. Its pictures and sound are binary messages (`LiveFrame`), no frames of this kind. */
  z.strictObject({ type: z.literal('live-view-end'), sessionId: commandId, end: z.enum(liveViewEndsOfDevice) }),
  /** The person changed what they share: the whole list, not the difference. */
  z.strictObject({ type: z.literal('consent'), ...consentFields }),
  /** The person declines a consent request. To accept it the device sends `consent`. */
  z.strictObject({ type: z.literal('consent-decline'), requestId }),
  /** The person has the question of a consent request on their screen. Not answered. */
  z.strictObject({ type: z.literal('consent-seen'), requestId }),
  /** The state of a notification on the device. */
  z.strictObject({ type: z.literal('notification-state'), notificationId, state: z.enum(notificationStates) }),
  /** The person stops all sharing for a while, and takes it up again. */
  z.strictObject({ type: z.literal('pause') }),
  z.strictObject({ type: z.literal('resume') }),
  /** The person sets in which hours they share; null for any hour. */
  z.strictObject({ type: z.literal('hours'), hours: z.nullable(sharingHours) }),
  /** The push subscription of the person's browser; null to remove it. Answered with `supervision`. */
  z.strictObject({ type: z.literal('push-subscription'), subscription: z.nullable(pushSubscription) }),
  /** The person ends the supervision: what was collected is deleted and the token ends. */
  z.strictObject({ type: z.literal('leave') }),
  /** The person reads the device's log, newest first; `before` continues below an entry. */
  z.strictObject({
    type: z.literal('log-request'),
    before: z.nullable(sequence),
    /** Grouped by visit, answered with `log-visits`; `before` is then the `last` of the visit that was read last. */
    grouped: z.optional(z.literal(true)),
    /** Only the entries of one visit, as `log-visits` named it; answered with `log`. */
    visit: z.optional(visitRange),
    /** With `weight`, `kind` and `taken` of each line, and the files that were sent for it. */
    facts: z.optional(z.literal(true)),
  }),
  /** The person asks for everything that is held about them. */
  ...archiveDeviceFrames,
  ...ticketDeviceFrames,
]);
export type DeviceFrame = z.infer<typeof deviceFrame>;

/** The size limit of frames with only numbers and names. */
const plainBytes = 256;
/** JSON may write one character as `\u0000`: six bytes. */
const bytesPerCharacter = 6;
/** The field names and the index of one problem, counted in characters that take as many bytes as those of its reason. */
const problemFieldsLength = 6;
const textBytes = (...lengths: number[]) =>
  lengths.reduce((sum, length) => sum + length * bytesPerCharacter, 2 * plainBytes);

/** The largest size in bytes of each frame that a device may send. A larger one is refused before it is parsed. */
export const deviceFrameBytes = {
  hello: 4096,
  heartbeat: 1024,
  ping: plainBytes,
  accepted: plainBytes,
  rows: limits.device.maxFrameBytes,
  result: textBytes(...Array.from({ length: filesPerCommand }, () => problemMaxLength + problemFieldsLength)),
  failed: textBytes(failedReasonLength),
  progress: plainBytes,
  'live-points': 192 * limits.liveLocation.pointsPerFrame,
  'live-end': plainBytes,
  'live-view-end': plainBytes,
  consent: 1024,
  'consent-decline': plainBytes,
  'consent-seen': plainBytes,
  'notification-state': plainBytes,
  pause: plainBytes,
  resume: plainBytes,
  hours: 1024,
  'push-subscription': 2048,
  leave: plainBytes,
  'log-request': plainBytes,
  'archive-request': plainBytes,
  'ticket-open': textBytes(ticketLimits.titleMaxLength, ticketLimits.descriptionMaxLength),
  'ticket-reply': textBytes(ticketLimits.textMaxLength),
  'ticket-status': plainBytes,
  'ticket-received': plainBytes,
  'ticket-read': plainBytes,
  'tickets-request': plainBytes,
  'ticket-messages-request': plainBytes,
} as const satisfies Record<DeviceFrame['type'], number>;

/** The frames of the server. */
export const gatewayFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('welcome'),
    deviceId: z.int(),
    heartbeatMs: z.int(),
    capabilities: z.array(z.string()),
    paused: z.boolean(),
    logHead: z.optional(logHead),
    /** The ground on which the device is supervised; the text of the notice follows from it. */
    ground: z.optional(ground),
    /** In which hours the person shares; null for any hour. */
    hours: z.optional(z.nullable(sharingHours)),
    /** The version of the notice that the person has agreed to last. Only for clients that can show version 3 or a newer one. */
    readNotice: z.optional(z.int()),
    /** The kinds of data that the server uses: the notice names these only, and nothing else can be shared. Only for clients with `knowsKinds`. */
    usedKinds: z.optional(z.array(z.string())),
    /** The categories that a new ticket can have, the default first. Only for clients with `knowsKinds`. */
    ticketCategories: z.optional(z.array(z.string())),
  }),
  /** The owner changed what the server is for: these kinds of data are used now, and this is what the person still shares. */
  z.strictObject({
    type: z.literal('kinds'),
    usedKinds: z.array(z.string()),
    capabilities: z.array(z.string()),
    ticketCategories: z.array(z.string()),
  }),
  /** The answer to `ping`. */
  z.strictObject({ type: z.literal('pong') }),
  /**
   * Who supervises the device, the retention times, and whether push is on. Sent after `welcome`, after `push-subscription`, and when
   * it changes; only to clients that named their `platform`.
   */
  z.strictObject({
    type: z.literal('supervision'),
    /** The names in full of admins to whom the device is assigned, at most 20, and how many more there are. */
    admins: z.array(z.string()),
    moreAdmins: z.int(),
    keptDays,
    /** The key that a browser subscribes with (VAPID, RFC 8292), as unpadded Base64 for URLs; null while push is off. */
    pushKey: z.nullable(z.string()),
    /** The server has a push subscription of this device. */
    pushSubscribed: z.boolean(),
  }),
  /**
   * Everything that watches the device by itself, such as a schedule, at most 50, in the order of `watchKinds`; several zones are one line (`ZONES`). Sent
   * after `welcome` and when it changes; only to clients that named their `platform`. The client lists it to the person, and tells them of
   * what is new. The others, and the zones one by one, are read by `ownWatches`.
   */
  z.strictObject({ type: z.literal('watches'), watches: z.array(watch), more: z.int() }),
  z.strictObject({
    type: z.literal('command'),
    commandId,
    commandType: z.enum(commandTypes),
    /** The admin who asked: the device shows and keeps it. */
    requestedBy: z.string(),
    expiresAt: z.string(),
    /** Why, in the admin's words, where they said it: to be shown with the command. */
    reason: z.optional(z.string()),
    /** Validated by the schema of its type in `commandParams`. */
    params: z.record(z.string(), z.unknown()),
    logHead: z.optional(logHead),
  }),
  /** A live location is stopped by an admin, or may not go on: the device sends no more points of it. */
  z.strictObject({ type: z.literal('live-stop'), sessionId: commandId, end: z.enum(liveEnds) }),
  /** A live view is stopped by an admin, or may not go on: the device switches its camera off. */
  z.strictObject({ type: z.literal('live-view-stop'), sessionId: commandId, end: z.enum(liveViewEnds) }),
  /** Who watches a live view now, to be shown to its person: the names in full, at most `viewersNamed`, and how many there are in all. */
  z.strictObject({
    type: z.literal('live-view-viewers'),
    sessionId: commandId,
    names: z.array(z.string()),
    count: z.int().check(z.nonnegative()),
  }),
  /** How many bytes a second the server takes of this live view: the device encodes for it. */
  z.strictObject({
    type: z.literal('live-view-rate'),
    sessionId: commandId,
    bytesPerSecond: z.int().check(z.positive()),
  }),
  /** The command is cancelled or expired: the device stops and sends nothing more of it. */
  z.strictObject({ type: z.literal('cancel'), commandId }),
  /** An admin asks the person to share something. Repeated on every connection until the person has decided. */
  z.strictObject({
    type: z.literal('consent-request'),
    requestId,
    capability: z.enum(capabilityNames),
    requestedBy: z.string(),
    /** Why, in the admin's words, where they said it. */
    reason: z.optional(z.string()),
  }),
  /** The admin withdrew the request before the person answered it. */
  z.strictObject({ type: z.literal('consent-request-withdrawn'), requestId }),
  /** An admin's message to the person. Repeated until it is delivered; a device shows it once. */
  z.strictObject({
    type: z.literal('notification'),
    notificationId,
    notificationType: z.enum(notificationTypes),
    title: z.string(),
    message: z.string(),
    sentBy: z.string(),
  }),
  /** What the person shares now: the answer to `consent`, `consent-decline`, `pause`, `resume` and `hours`. */
  z.strictObject({
    type: z.literal('grants'),
    capabilities: z.array(z.string()),
    paused: z.boolean(),
    hours: z.optional(z.nullable(sharingHours)),
    logHead: z.optional(logHead),
    /** As in `welcome`. */
    readNotice: z.optional(z.int()),
  }),
  /** The answer to `log-request`. */
  z.strictObject({
    type: z.literal('log'),
    entries: z.array(logEntry),
    more: z.boolean(),
    logHead: z.optional(logHead),
  }),
  /** The answer to `log-request` with `grouped`. No visit is split over two of them. */
  z.strictObject({
    type: z.literal('log-visits'),
    visits: z.array(logVisit),
    more: z.boolean(),
    logHead: z.optional(logHead),
  }),
  ...archiveGatewayFrames,
  ...ticketGatewayFrames,
  /** The answer to `leave`; the connection ends. */
  z.strictObject({ type: z.literal('left') }),
  /**
   * An admin or the guardian ended the device: its token is void and what was collected is deleted. Also the answer to a later `hello` with
   * that token. The device shows it to its person and stops; the connection ends.
   */
  z.strictObject({
    type: z.literal('ended'),
    /** The admin who ended it, or the name that the guardian signed with. */
    endedBy: z.string(),
    reason: z.string(),
    endedAt: z.string(),
  }),
  /** A frame was refused. `about` is its type, null when it could not be parsed. The connection stays open. */
  z.strictObject({ type: z.literal('refused'), reason: z.string(), about: z.nullable(z.string()) }),
]);
export type GatewayFrame = z.infer<typeof gatewayFrame>;
