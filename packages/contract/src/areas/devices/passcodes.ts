import { z } from 'zod/mini';
import { deviceId, newestFirst, searchInput } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { pageInput } from '../../core/http/envelope.ts';
import { email } from '../../core/fields/account-fields.ts';
import { chosenLanguage, optionalLanguage } from '../../core/fields/language.ts';
import { optionalName } from '../../core/fields/display-name.ts';
import { statedReason } from '../../core/fields/stated-reason.ts';
import { kilobyte, limits } from '../../core/limits.ts';
import { csvProblem } from '../../shared/stored/csv.ts';
import { askedKind, askedKinds } from '../../shared/asked-kind.ts';
import { groupTag } from '../../shared/group.ts';
import { ground, groundInput, groundNotStated, groundOfFile } from '../../shared/ground.ts';
import { guardianSigning } from '../../shared/guardian-signature.ts';
import { seenLine } from '../../shared/log/log-line.ts';

const id = z.int().check(z.positive());
/** For whom a passcode is. */
export const passcodeName = optionalName(limits.passcode.nameMaxLength);
/** Where reminders go; empty for nowhere. */
export const optionalEmail = z.union([z.literal(''), email]);
const { minHours, maxHours } = limits.passcode;
const wrongHours = `A passcode is valid from ${minHours} hour to ${maxHours / 24} days; write the hours as a whole number.`;
/** How long a passcode is valid, in hours. */
export const validHours = z.int(wrongHours).check(z.minimum(minHours, wrongHours), z.maximum(maxHours, wrongHours));

/**
 * Returns for how many hours a passcode is valid when the admin chooses nothing. It is longer when `isGuarded`: a guardian must sign by a link
 * before anybody can join, which may take days.
 */
export function usualHours({ isGuarded }: { isGuarded: boolean }): number {
  return (isGuarded ? limits.passcode.guardedLifetimeMs : limits.passcode.lifetimeMs) / 3_600_000;
}

/** What a device gets when it joins with a passcode, and how long that passcode is valid. */
const enrolmentFields = {
  /** The group that it joins, whose devices are chosen by hand and whose owner sees the device: the admin below, or a SUPER_ADMIN. */
  groupId: z._default(z.nullable(id), null),
  /** To whom the device is assigned: the caller, when null, or an admin below. */
  adminId: z._default(z.nullable(id), null),
  /** `usualHours` when it is left out. */
  validHours: z.optional(validHours),
  /** The kinds of data that the person is asked to share, each with a reason; whoever asks must be allowed to use them. */
  asked: z._default(askedKinds, []),
  /** In which language the mails and the card of the passcode are. */
  language: optionalLanguage,
};
const enrolmentErrors = [
  'kind_not_used',
  'group_not_found',
  'group_by_rule',
  'group_of_other_admin',
  'user_not_found',
  'not_below_you',
  'not_an_admin',
  'admin_blocked',
  'too_many_passcodes',
  'too_many_in_all',
] as const;

/** The states of a passcode: usable, used, or expired. */
export const passcodeStates = ['VALID', 'USED', 'EXPIRED'] as const;
export type PasscodeState = (typeof passcodeStates)[number];

/** A one-time passcode with which a device joins the admin who made it. */
export const passcode = z.object({
  id: z.int(),
  otpCode: z.string(),
  state: z.enum(passcodeStates),
  /** On what ground the device that joins with it is supervised. */
  ground,
  /** Set when the guardian has an address: nobody can join with the passcode until they have signed. Erased like the name. */
  signing: z.nullable(guardianSigning),
  /** What its person is asked to share, and why; erased with the device, and some time after it expired. */
  asked: z.array(askedKind),
  /**
   * For whom it is, in the admin's words; empty when it is for anybody. Name and email are erased when it is used, and a week after it
   * expired.
   */
  name: z.string(),
  /** Where a reminder is sent; empty for nowhere. */
  email: z.string(),
  /** In which language its mails and its card are. */
  language: chosenLanguage,
  /** The group that the device is put into; null for none, and after the group was deleted. */
  group: z.nullable(groupTag),
  /** To whom the device is assigned. */
  admin: z.string(),
  /** The same for all passcodes that one request created, such as an import. */
  batchId: z.int(),
  remindedAt: z.nullable(z.string()),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  usedAt: z.nullable(z.string()),
  /** Who joined with it; null until somebody has. */
  usedBy: z.nullable(z.object({ deviceId: z.int(), deviceName: z.string(), username: z.string() })),
});
export type Passcode = z.infer<typeof passcode>;

const ids = z.array(id).check(z.minLength(1), z.maxLength(limits.passcode.remindedAtOnce));

export const passcodeSortFields = ['id', 'expiresAt'] as const;

/** An admin sees their own, a SUPER_ADMIN all. */
export const passcodeList = endpoint({
  path: 'user/otp-list',
  access: { permission: 'OTP_LIST', level: 'READ_ONLY' },
  tells: ['DEVICE'],
  answers:
    'who joined with which passcode, on what ground, what they were asked to share and why, for which admin and group, and the name of the device; who signed for a minor; name and email of those who were asked to join and have not',
  log: seenLine('passcodes'),
  staleBy: ['devices', 'passcodes'],
  summary: 'The passcodes with which devices join',
  input: z.strictObject({
    ...pageInput,
    search: searchInput,
    sortBy: z._default(z.enum(passcodeSortFields), 'id'),
    sortDirection: newestFirst,
    filter: z._default(
      z.strictObject({
        state: z.optional(z.enum(passcodeStates)),
        batchId: z.optional(id),
        groupId: z.optional(id),
        /** Those with one of these ids, for cards of chosen passcodes. */
        ids: z.optional(ids),
      }),
      {},
    ),
  }),
  output: z.array(passcode),
  paged: true,
  maxBodyBytes: 32 * kilobyte,
});

const { createdAtOnce } = limits.passcode;
const wrongCount = `Choose a whole number from 1 to ${createdAtOnce}.`;

const unusedPasscode = 'passcodes that nobody has joined with';

export const savePasscodes = endpoint({
  path: 'user/save-otp',
  access: { permission: 'OTP_LIST', level: 'FULL_ACCESS' },
  tells: [],
  log: unusedPasscode,
  summary: 'Make passcodes',
  input: z
    .strictObject({
      count: z._default(z.int(wrongCount).check(z.minimum(1, wrongCount), z.maximum(createdAtOnce, wrongCount)), 1),
      /** The same for all of them. Left out, the notice says that the purpose was not stated. */
      ground: z._default(groundInput, groundNotStated),
      name: z._default(passcodeName, ''),
      email: z._default(optionalEmail, ''),
      /** Where the guardian gets the link with which they sign; empty when they sign on paper or not at all. */
      guardianEmail: z._default(optionalEmail, ''),
      ...enrolmentFields,
    })
    .check(
      z.refine(
        ({ count, email: to, guardianEmail }) => count === 1 || (to === '' && guardianEmail === ''),
        'An email address is for one passcode.',
      ),
      z.refine(
        ({ ground: { guardian }, guardianEmail }) => guardianEmail === '' || guardian !== null,
        'An address of a guardian needs their name.',
      ),
    ),
  maxBodyBytes: 16 * kilobyte,
  output: z.array(passcode),
  errors: enrolmentErrors,
});

/**
 * Makes one passcode per person of a CSV file: all or none. The columns are `name`, `email`, `group` (by name), `admin` (by username), `hours`,
 * `guardian` (name) and `guardianEmail`; only `name` must be there. What a line leaves empty is taken from the request.
 */
export const importPasscodes = endpoint({
  path: 'user/import-otp',
  access: { permission: 'OTP_LIST', level: 'FULL_ACCESS' },
  tells: [],
  log: unusedPasscode,
  summary: 'Make passcodes for the people of a CSV file',
  input: z.strictObject({
    csv: z.string().check(z.maxLength(limits.csv.maxBytes)),
    /** Its guardian may be missing: then each line names one. */
    ground: z._default(groundOfFile, groundNotStated),
    /** Creates the groups that the file names and that do not exist yet. Otherwise a line with such a group is refused. */
    createGroups: z._default(z.boolean(), false),
    /** Checks the file and makes nothing. */
    isTrial: z._default(z.boolean(), false),
    ...enrolmentFields,
  }),
  maxBodyBytes: 2 * limits.csv.maxBytes,
  output: z.object({
    /** Of the passcodes that were made; null when there are problems, and then none was made. */
    batchId: z.nullable(z.int()),
    created: z.int(),
    problems: z.array(csvProblem),
    /** How many lines have a problem; only the first hundred are listed. */
    problemCount: z.int(),
    /** The lines that can be imported. */
    people: z.int(),
    /** The groups that are made, or would be. */
    newGroups: z.array(z.string()),
    /** How many guardians sign by link, or would, and how many of them were mailed theirs. */
    guardians: z.int(),
    guardiansMailed: z.int(),
  }),
  errors: [...enrolmentErrors, 'too_many_groups'],
});

/**
 * Mails the link to the people of these passcodes. Those that are used, expired or not the caller's, have no address or had a reminder
 * within a day are skipped.
 */
export const remindPasscodes = endpoint({
  path: 'user/remind-otp',
  access: { permission: 'OTP_LIST', level: 'FULL_ACCESS' },
  tells: [],
  log: unusedPasscode,
  summary: 'Remind people by mail to join',
  input: z.strictObject({ ids }),
  maxBodyBytes: 32 * kilobyte,
  output: z.object({
    sent: z.int(),
    skipped: z.int(),
    /** Those that the mail server did not take; they can be tried again. When it took none, the answer is `mail_not_sent`. */
    failed: z.int(),
  }),
  errors: ['mail_not_sent', 'no_public_address', 'too_many_reminders'],
});

/**
 * Mails guardians their link to sign. Those who decided, whose passcode is used, expired or not the caller's, and whose address had several
 * mails within a day are skipped. A link that was sent before stops working.
 */
export const mailGuardians = endpoint({
  path: 'user/mail-guardians',
  access: { permission: 'OTP_LIST', level: 'FULL_ACCESS' },
  tells: [],
  log: unusedPasscode,
  summary: 'Mail guardians the link with which they sign',
  input: z.strictObject({ ids }),
  maxBodyBytes: 32 * kilobyte,
  output: remindPasscodes.output,
  errors: ['mail_not_sent', 'no_public_address', 'too_many_reminders'],
});

/** Makes a new link for a guardian, for an admin to pass on. One that was sent before stops working. */
export const guardianLink = endpoint({
  path: 'user/guardian-link',
  access: { permission: 'OTP_LIST', level: 'FULL_ACCESS' },
  tells: [],
  log: unusedPasscode,
  summary: 'Make a new link with which a guardian signs',
  input: z.strictObject({ id }),
  /** The page `/companion/guardian` with the token as its fragment, which no server and no log gets to see. */
  output: z.object({ token: z.string(), expiresAt: z.string() }),
  errors: ['passcode_not_found', 'guardian_decided', 'guardian_link_expired'],
});

/** Deletes unused passcodes; used ones stay. */
export const deletePasscodes = endpoint({
  path: 'user/delete-otps',
  access: { permission: 'OTP_LIST', level: 'FULL_ACCESS' },
  tells: [],
  log: unusedPasscode,
  summary: 'Delete several passcodes',
  input: z.strictObject({ ids }),
  maxBodyBytes: 32 * kilobyte,
  output: z.object({ deleted: z.int() }),
});

/** Deletes an unused passcode. A used one stays, since it records who invited the device. */
export const deletePasscode = endpoint({
  path: 'user/delete-otp',
  access: { permission: 'OTP_LIST', level: 'FULL_ACCESS' },
  tells: [],
  log: unusedPasscode,
  summary: 'Delete a passcode',
  input: z.strictObject({ id: z.int().check(z.positive()) }),
  output: z.null(),
  errors: ['passcode_not_found', 'passcode_used'],
});

/**
 * Hands a device to another person: ends the stay of the one before, which deletes what was collected, and makes a passcode with which the
 * new person joins the same admin: the caller, or for a SUPER_ADMIN who is not assigned to the device, the admin who is. The passcode has the
 * oldest group of the device that its admin may choose by hand. It takes the permission to make passcodes, too.
 */
export const changeHands = endpoint({
  path: 'device/change-hands',
  access: { permission: 'DEVICES', level: 'FULL_ACCESS' },
  tells: ['DEVICE'],
  answers: 'the passcode for the next person, and whose device it was',
  log: { action: 'END' },
  summary: 'End the stay of a device for one person, and make a passcode for the next one',
  input: z.strictObject({
    deviceId,
    /** Shown to the person before, and kept in the device's log. */
    reason: statedReason(limits.device.endReasonMaxLength),
    /** Of the next person. */
    name: passcodeName.check(z.minLength(1)),
    ground: groundInput,
    asked: z._default(askedKinds, []),
  }),
  maxBodyBytes: 16 * kilobyte,
  output: passcode,
  device: { capability: null, action: 'COMMAND' },
  errors: ['kind_not_used', 'too_many_passcodes', 'too_many_in_all'],
});
