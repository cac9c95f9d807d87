import { z } from 'zod/mini';
import { capabilityNames } from '../core/access/capabilities.ts';
import { optionalName } from '../core/fields/display-name.ts';
import { limits } from '../core/limits.ts';
import { askedKind } from '../shared/asked-kind.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { ground } from '../shared/ground.ts';
import { guardianSignature, signingStates } from '../shared/guardian-signature.ts';
import { consentFields } from './consent.ts';
import { noticeLanguage, noticeLanguages } from './notice/notice.ts';

/**
 * The limits of the links of guardians. `failuresPerAddress`: tokens that do not exist, in the window of the sign-in; `mailsPerAddress`: how
 * many are mailed to one address in a day, since a guardian may have several children.
 */
export const guardianLimits = {
  /** 32 bytes in Base64. */
  tokenLength: 43,
  failuresPerAddress: 20,
  mailsPerAddress: 5,
  reasonMaxLength: 300,
  nameMinLength: 2,
};

const token = z.string().check(z.length(guardianLimits.tokenLength), z.regex(/^[\w-]+$/));
const reason = z._default(optionalName(guardianLimits.reasonMaxLength), '');
const linkErrors = ['guardian_link_unknown', 'guardian_link_expired'] as const;
const { publicBytes } = limits.request;

const common = {
  method: 'POST' as const,
  access: 'public' as const,
  paged: false as const,
  maxBodyBytes: publicBytes,
  device: null,
  tells: [],
  answers: null,
  staleBy: [],
  commands: [],
};

/**
 * What the link of a guardian is about: who asks for whom and why, the notice that the guardian signs, and the one that the child reads. Tokens
 * that do not exist count against a limit for each address.
 */
export const guardianOffer = {
  ...common,
  path: '/device/v1/api/guardian',
  summary: 'What the guardian of a minor is asked to sign',
  log: 'told to the guardian who signs, about what they sign; nothing that a device shares',
  input: z.strictObject({ token, language: z._default(z.enum(noticeLanguages), noticeLanguage) }),
  output: z.object({
    state: z.enum(signingStates),
    /** Who signed, and when; null unless the state is SIGNED. */
    signature: z.nullable(guardianSignature),
    /** True once somebody joined with the passcode. */
    joined: z.boolean(),
    server: z.string(),
    /** The name in full of the admin to whom the device is assigned. */
    admin: z.string(),
    /** The name in full of who made the passcode, in whose words it asks. */
    askedBy: z.string(),
    group: z.nullable(z.string()),
    /** For whom the passcode is; empty when that was not said, and once it was used. */
    name: z.string(),
    ground,
    /** The kinds of data that the child is asked to share, and why. */
    asked: z.array(askedKind),
    expiresAt: z.string(),
    usedKinds: z.array(z.enum(capabilityNames)),
    notice: z.object({
      version: z.int(),
      language: z.enum(noticeLanguages),
      /** What the guardian signs. The client hashes the text that it has shown. */
      text: z.string(),
      /** What the child reads before they join. */
      childText: z.string(),
    }),
  }),
  errors: linkErrors,
} satisfies Endpoint;

const { noticeVersion, noticeHash, language } = consentFields;

/** Signs for a minor, once: without it nobody can join with the passcode. */
export const signForMinor = {
  ...common,
  path: '/device/v1/api/guardian/sign',
  summary: 'A guardian signs for a minor',
  log: 'there is no device yet; the line of joining says who signed',
  input: z.strictObject({
    token,
    /** The guardian's own name, typed as a signature. */
    name: optionalName(limits.ground.guardianMaxLength).check(
      z.minLength(guardianLimits.nameMinLength, 'Please write your name in full.'),
    ),
    noticeVersion,
    noticeHash,
    language,
  }),
  output: guardianSignature,
  errors: [...linkErrors, 'guardian_decided', 'notice_outdated'],
} satisfies Endpoint;

/** Declines for a minor, which ends the passcode and notifies the admin who made it. */
export const declineForMinor = {
  ...common,
  path: '/device/v1/api/guardian/decline',
  summary: 'A guardian declines for a minor',
  log: 'there is no device yet, and nobody can join with the passcode any more',
  input: z.strictObject({ token, reason }),
  output: z.null(),
  errors: [...linkErrors, 'guardian_decided'],
} satisfies Endpoint;

/**
 * Withdraws a guardian's signature. While nobody has joined, this ends the passcode. Once the child has joined, it ends the device and deletes
 * what was collected, as when its person leaves; the device shows the name that the guardian signed with, and the reason.
 */
export const withdrawForMinor = {
  ...common,
  path: '/device/v1/api/guardian/withdraw',
  summary: 'A guardian withdraws what they signed for a minor',
  log: 'the device ends as when its person leaves; the last line of its log says that the guardian withdrew',
  input: z.strictObject({ token, reason }),
  output: z.null(),
  errors: [...linkErrors, 'guardian_not_signed', 'guardian_withdrawn'],
} satisfies Endpoint;
