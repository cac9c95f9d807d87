import { z } from 'zod/mini';
import { toldByCommands, listsCommands } from '../../shared/command.ts';
import { deviceStatuses } from '../../shared/device.ts';
import { deviceId } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { pageInput } from '../../core/http/envelope.ts';
import { featurePermissions } from '../../core/access/permissions.ts';
import { capabilityNames, capabilities } from '../../core/access/capabilities.ts';
import { day, ground } from '../../shared/ground.ts';
import { signatureOnRecord } from '../../shared/guardian-signature.ts';
import { networks } from '../../device-protocol/networks.ts';
import { offers, platforms } from '../../shared/offers.ts';

const read = { permission: 'OVERVIEW', level: 'READ_ONLY' } as const;

/** One of the latest rows of a kind of data, in short. */
export const activityItem = z.object({
  id: z.int(),
  headline: z.string(),
  detail: z.string(),
  /** When it happened; null for what has no time of its own, such as a contact. */
  at: z.nullable(z.string()),
});

/** How much there is of one kind of data, and the latest of it. */
export const activity = z.object({
  /** Such as a device feature's id. */
  kind: z.string(),
  /** Whose page shows all of it. */
  permission: z.enum(featurePermissions),
  capability: z.enum(capabilityNames),
  /** False when the person does not share it now; then there is nothing to see here either. */
  shared: z.boolean(),
  total: z.int(),
  latest: z.array(activityItem),
});
export type Activity = z.infer<typeof activity>;

/** On what ground a device is supervised, and the notice under which its person agreed last. */
export const groundOnRecord = z.object({
  ...ground.shape,
  /** The day of the review has come. */
  reviewDue: z.boolean(),
  /** What the guardian signed before the person joined; null when nobody had to. */
  signature: z.nullable(signatureOnRecord),
  notice: z.object({ version: z.int(), hash: z.string(), language: z.string(), acceptedAt: z.string() }),
});
export type GroundOnRecord = z.infer<typeof groundOnRecord>;

/** A device's person, and the latest of what they share, as far as this admin may see it. */
export const overview = endpoint({
  path: 'user/overview',
  access: read,
  tells: ['DEVICE', 'CALL_LOG', 'CONTACTS', 'FILES', 'CALENDAR'],
  answers:
    'name, email, phone, on what ground the device is supervised, who signed for a minor and their address, and the latest calls, contacts, files and events that are shared',
  log: {
    action: 'READ',
    describe: (_input, { activity }, about) => {
      const shown = activity.filter(({ shared, latest }) => shared && latest.length > 0);
      const count = shown.reduce((sum, { latest }) => sum + latest.length, 0);
      const kinds = shown.map(({ capability }) => capability);
      const titles = kinds.map((kind) => capabilities[kind].title).join(', ');
      return { ...(kinds.length > 0 && { object: titles, kinds }), count, ...about };
    },
    words: 'overview',
  },
  staleBy: [
    'contacts',
    'call-logs',
    'calendar-events',
    'apps',
    'app-permissions',
    'device-info',
    'locations',
    'gallery',
    'files',
    'messages',
    'devices',
    'reviews',
    'users',
  ],
  summary: 'A device at a glance: whose it is, and the latest of what is shared',
  input: z.strictObject({ deviceId }),
  output: z.object({
    account: z.object({
      userId: z.int(),
      username: z.string(),
      nickname: z.string(),
      /** What they call themselves; their username when they gave no name. */
      displayName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
    }),
    ground: groundOnRecord,
    activity: z.array(activity),
  }),
  device: { capability: null, action: 'READ' },
});

/** What the device told about itself while its person shares device details. */
export const deviceDetails = z.object({
  model: z.string(),
  osName: z.string(),
  osVersion: z.string(),
  /** Null outside of the person's hours too, and while the device does not show its notice. */
  ipAddress: z.nullable(z.string()),
  batteryPercent: z.nullable(z.int()),
  charging: z.nullable(z.boolean()),
  network: z.nullable(z.enum(networks)),
  /** Null while the device is online and cannot tell. */
  wifi: z.nullable(z.enum(['Connected', 'Disconnected'])),
});

/** The device itself. */
export const pairDeviceInfo = endpoint({
  path: 'user/pair-device-info',
  access: read,
  tells: ['DEVICE', 'DEVICE_INFO'],
  answers:
    'name, state and what its client can do; model, system, IP address, battery and network while they are shared',
  log: {
    action: 'READ',
    describe: (_input, { details }) => ({ details: details === null ? 'no' : 'yes' }),
    words: 'deviceState',
  },
  staleBy: ['devices', 'vitals'],
  summary: 'The device: name, state, model, system, app, address, battery and network',
  input: z.strictObject({ deviceId }),
  output: z.object({
    deviceUniqueUUID: z.string(),
    name: z.string(),
    nickname: z.string(),
    appName: z.string(),
    appVersion: z.string(),
    status: z.enum(deviceStatuses),
    /** What kind of client it runs; null when it did not say. */
    platform: z.nullable(z.enum(platforms)),
    /** What its client can carry out; null when it can carry out everything. */
    offers: z.nullable(offers),
    lastSeenAt: z.nullable(z.string()),
    joinedAt: z.string(),
    /** Whether the device's lasting note that it is supervised is there to be seen; null before it told. */
    noticeShown: z.nullable(z.boolean()),
    /** Null while the admin may not be told device details: not shared now, without the permission, the reason or the agreement for it. */
    details: z.nullable(deviceDetails),
  }),
  device: { capability: null, action: 'READ' },
});

/** What was asked of a device, whatever kind of command. */
export const deviceCommands = endpoint({
  path: 'device/command/all',
  access: read,
  tells: toldByCommands,
  summary: 'The commands of a device, newest first',
  input: z.strictObject({ deviceId, ...pageInput }),
  ...listsCommands('everything'),
});

/** An admin looked again at whether a device still has to be supervised, and says when that is looked at next. */
export const recordReview = endpoint({
  path: 'device/review',
  access: { permission: 'OVERVIEW', level: 'FULL_ACCESS' },
  tells: ['DEVICE'],
  answers: 'when the supervision is reviewed next',
  log: { action: 'REVIEW' },
  summary: 'Record that the supervision of a device was reviewed, with the day of the next review',
  input: z.strictObject({ deviceId, reviewOn: day }),
  output: z.object({ reviewOn: z.string() }),
  device: { capability: null, action: 'COMMAND' },
});
