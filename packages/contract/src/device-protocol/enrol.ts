import { z } from 'zod/mini';
import { email, ownName } from '../core/fields/account-fields.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { limits } from '../core/limits.ts';
import { username } from '../core/fields/username.ts';
import { seenText } from '../core/fields/written-text.ts';
import { capabilityNames } from '../core/access/capabilities.ts';
import { consentFields } from './consent.ts';
import { askedKind } from '../shared/asked-kind.ts';
import { ground } from '../shared/ground.ts';
import { guardianSignature } from '../shared/guardian-signature.ts';
import { noticeLanguage, noticeLanguages } from './notice/notice.ts';
import { keptDays } from '../shared/offers.ts';
import { sharingHours } from '../shared/times/sharing-hours.ts';

/** What a device says about itself is not refused: what cannot be seen is left out, or replaced when it is all there is. */
const line = z.string().check(
  z.maxLength(200, { abort: true }),
  z.overwrite((text) => seenText(text).trim() || (text.trim() === '' ? '' : '\uFFFD')),
);
const filled = line.check(z.minLength(1));

/** The version of the app on the device. */
export const appVersion = filled;

/** What a device tells about itself when it joins and each time it connects. */
export const deviceFacts = z.strictObject({
  name: filled,
  model: filled,
  osName: filled,
  osVersion: filled,
  appName: filled,
  appVersion,
});
export type DeviceFacts = z.infer<typeof deviceFacts>;

/** How a device joins: the person enters a one-time passcode and accepts the notice, capability by capability. */
export const enrol = {
  method: 'POST' as const,
  path: '/device/v1/api/enrol',
  access: 'public' as const,
  summary: 'A device joins with a one-time passcode and the capabilities its person granted',
  input: z.strictObject({
    passcode: filled,
    deviceUniqueUUID: z.uuid(),
    person: z
      .strictObject({
        /** The name as its person writes it. The username follows from it, with a number when it is taken. */
        displayName: z.optional(ownName),
        /** A username of the client's choice, which is refused when it is taken. It is the name when there is no other. */
        username: z.optional(username),
        email: z.optional(email),
        phoneNumber: z.optional(line),
      })
      .check(z.refine((person) => (person.displayName ?? person.username) !== undefined, 'Please enter a name.')),
    facts: deviceFacts,
    consent: z.strictObject(consentFields),
    /** The sharing hours; null for any hour. The default is what the owner set. */
    hours: z.optional(z.nullable(sharingHours)),
  }),
  output: z.object({ deviceId: z.int(), token: z.string() }),
  paged: false as const,
  maxBodyBytes: limits.request.publicBytes,
  device: null,
  tells: [],
  answers: null,
  log: { action: 'JOIN' },
  staleBy: [],
  commands: [],
  errors: [
    'passcode_refused',
    'passcode_spent',
    'guardian_waits',
    'guardian_signs_again',
    'username_taken',
    'device_already_joined',
    'notice_outdated',
  ],
} satisfies Endpoint;

/**
 * What a passcode is for, before anybody joins with it: whose server this is, who would see the device, on what ground, and the
 * exact notice. A passcode that is not valid counts as a failed attempt to join.
 */
export const describePasscode = {
  method: 'POST' as const,
  path: '/device/v1/api/passcode',
  access: 'public' as const,
  summary: 'What a passcode is for: the server, the admin, the ground, and the notice to accept',
  input: z.strictObject({ passcode: filled, language: z._default(z.enum(noticeLanguages), noticeLanguage) }),
  output: z.object({
    /** The host under which the server was asked. */
    server: z.string(),
    /** The name in full of the admin to whom the device is assigned. */
    admin: z.string(),
    /** The name of the group that the device is put into; null for none. */
    group: z.nullable(z.string()),
    /** For whom the passcode is, in the admin's words, which becomes the person's nickname; empty when it is for anybody. */
    name: z.string(),
    ground,
    /** Who signed for a minor, as their guardian; null when nobody had to. */
    signature: z.nullable(guardianSignature),
    /** The name in full of who made the passcode, in whose words it asks. */
    askedBy: z.string(),
    /** The kinds of data that the person is asked to share, and why. All of them stay off until the person switches them on. */
    asked: z.array(askedKind),
    expiresAt: z.string(),
    /** The sharing hours that the device starts with, unless its person sets others; null for any hour. */
    hours: z.nullable(sharingHours),
    /** For how many days each kind of data is kept. */
    keptDays,
    /** The kinds of data that this server uses, in the order of the notice: the choices. */
    usedKinds: z.array(z.enum(capabilityNames)),
    /** The text to show to the person. The client hashes the text that it has shown. */
    notice: z.object({
      version: z.int(),
      language: z.enum(noticeLanguages),
      text: z.string(),
      /** What the notice calls each capability and says that it shares, for the choices. */
      words: z.record(z.enum(capabilityNames), z.object({ title: z.string(), shares: z.string() })),
    }),
  }),
  paged: false as const,
  maxBodyBytes: limits.request.publicBytes,
  device: null,
  tells: [],
  answers: null,
  log: 'told to whoever is about to join; there is no device yet',
  staleBy: [],
  commands: [],
  errors: ['passcode_refused', 'guardian_waits', 'guardian_signs_again'],
} satisfies Endpoint;
