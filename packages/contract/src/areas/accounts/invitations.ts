import { z } from 'zod/mini';
import { email, signedIn } from '../../core/fields/account-fields.ts';
import { optionalName } from '../../core/fields/display-name.ts';
import { newPassword } from '../../core/fields/password.ts';
import { username } from '../../core/fields/username.ts';
import { adminRoles } from '../../core/access/roles.ts';
import { weakPasswordErrors } from '../../core/http/shared-errors.ts';
import { limits } from '../../core/limits.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { installationFace } from '../../shared/preset.ts';
import { featureAccessEntry } from './admins.ts';
import { roleTemplateIds } from './role-templates.ts';

/**
 * The limits of invitations: for how many days a link is valid, and for how many days one that ended can still say why. `failuresPerAddress`:
 * tokens that do not exist, in `windowMs`; `mailsPerAdmin`: how many are mailed in it.
 */
export const invitationLimits = {
  defaultDays: 7,
  minDays: 1,
  maxDays: 30,
  keptDays: 30,
  /** 32 bytes in Base64. */
  tokenLength: 43,
  nameMaxLength: 64,
  groupsAtMost: 50,
  perAdmin: 100,
  inAll: 1000,
  failuresPerAddress: 20,
  mailsPerAdmin: 50,
  windowMs: 60 * 60_000,
};

const { nameMaxLength, minDays, maxDays, defaultDays, groupsAtMost, tokenLength } = invitationLimits;

const mayLook = { permission: 'ROLE_MANAGER', level: 'READ_ONLY' } as const;
const mayInvite = { permission: 'ROLE_MANAGER', level: 'FULL_ACCESS' } as const;
const inAccessLog = 'accounts that sign in; what changes is in the access log';

const invitationId = z.int().check(z.positive());

/** An invitation that nobody has accepted or revoked. An expired one stays for some days, so that its link can say so. */
export const invitation = z.object({
  id: z.int(),
  /** Whom it is for, in the words of whoever invited; empty for none. */
  name: z.string(),
  /** Empty when the link was not mailed. */
  email: z.string(),
  template: z.enum(roleTemplateIds),
  groups: z.array(z.string()),
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
  /** True for who may make a new link: it opens an account with all that the invitation gives. */
  renewable: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

/** The caller's own and those of admins below them, newest first; for a SUPER_ADMIN all. */
export const invitationList = endpoint({
  path: 'user/invitations',
  access: mayLook,
  tells: [],
  log: inAccessLog,
  staleBy: ['admins', 'groups'],
  summary: 'Invitations that wait to be accepted',
  input: z.strictObject({}),
  output: z.array(invitation),
});

/** The link of an invitation is the page `/auth/invitation` with the token as its fragment, which no server and no log gets to see. */
const newLink = z.object({
  id: z.int(),
  /** Null when it was mailed: then who has it reads the mail of that address. */
  token: z.nullable(z.string()),
  expiresAt: z.string(),
});

/**
 * Invites a colleague, who will report to the caller. The caller must hold all that the template gives, and own the groups. With an email
 * address the link is mailed and shown to nobody else; without one it is answered.
 */
export const createInvitation = endpoint({
  path: 'user/invite',
  access: mayInvite,
  tells: [],
  log: inAccessLog,
  summary: 'Invite a colleague',
  input: z.strictObject({
    name: z._default(optionalName(nameMaxLength), ''),
    email: z.optional(email),
    template: z.enum(roleTemplateIds),
    /** Empty for a template whose role sees every device. */
    groupIds: z._default(z.array(z.int().check(z.positive())).check(z.maxLength(groupsAtMost)), []),
    days: z._default(z.int().check(z.minimum(minDays), z.maximum(maxDays)), defaultDays),
  }),
  output: newLink,
  errors: [
    'more_than_you_hold',
    'group_not_found',
    'sees_every_device',
    'too_many_invitations',
    'too_many_in_all',
    'no_public_address',
    'mail_not_sent',
    'too_many_attempts',
  ],
});

/** Makes a new link, which is valid from now on for as long as the first one was. The earlier one is void. */
export const renewInvitation = endpoint({
  path: 'user/invitations/renew',
  access: mayInvite,
  tells: [],
  log: inAccessLog,
  summary: 'Make a new link of an invitation',
  input: z.strictObject({ id: invitationId }),
  output: newLink,
  errors: ['invitation_not_found', 'invitation_used', 'invitation_revoked', 'invitation_not_yours'],
});

export const revokeInvitation = endpoint({
  path: 'user/invitations/revoke',
  access: mayInvite,
  tells: [],
  log: inAccessLog,
  summary: 'Revoke an invitation',
  input: z.strictObject({ id: invitationId }),
  output: z.null(),
  errors: ['invitation_not_found', 'invitation_used', 'invitation_revoked'],
});

const token = z.string().check(z.length(tokenLength), z.regex(/^[\w-]+$/));

/** Why a link opens nothing. Whoever has no valid token learns only that there is none. */
const linkErrors = [
  'invitation_link_unknown',
  'invitation_used',
  'invitation_expired',
  'invitation_revoked',
  'invitation_void',
] as const;

/** What the link of an invitation would give at this moment, for the page that it opens. */
export const invitationOffer = endpoint({
  path: 'auth/invitation',
  access: 'public',
  tells: [],
  log: 'accounts that sign in; names of groups in the words of whoever invites',
  summary: 'What an invitation would give',
  input: z.strictObject({ token }),
  output: z.object({
    invitedBy: z.string(),
    template: z.enum(roleTemplateIds),
    adminRole: z.enum(adminRoles),
    /** What it gives now, which is no more than whoever invited still holds. */
    access: z.array(featureAccessEntry),
    groups: z.array(z.string()),
    /** True when it gives less than it did when it was made. */
    reduced: z.boolean(),
    expiresAt: z.string(),
    /** Who the installation is for and what it uses: the page names nothing else, and in its words. */
    installation: installationFace,
  }),
  errors: linkErrors,
});

/** Accepts an invitation once: makes the account with exactly what is offered at this moment, and signs it in. */
export const acceptInvitation = endpoint({
  path: 'auth/accept-invitation',
  access: 'public',
  tells: [],
  log: { action: 'ASSIGN', when: 'when it gives groups of devices, or all of them' },
  summary: 'Accept an invitation',
  input: z.strictObject({
    token,
    username,
    password: newPassword,
    confirmPassword: z.string().check(z.maxLength(limits.password.maxLength)),
  }),
  output: signedIn,
  errors: [...linkErrors, 'passwords_differ', ...weakPasswordErrors, 'username_taken'],
});
