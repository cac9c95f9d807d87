import { z } from 'zod/mini';
import { email, ownNameOrNone, picture, verificationCode } from '../../core/fields/account-fields.ts';
import { chosenLanguage } from '../../core/fields/language.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { limits } from '../../core/limits.ts';
import { newPassword, typedCode, typedPassword } from '../../core/fields/password.ts';
import {
  weakPasswordErrors,
  passwordProofErrors,
  identityProofErrors,
  pictureErrors,
} from '../../core/http/shared-errors.ts';

const nothing = z.strictObject({});

/** Changes the display name of the caller's account, and clears the account's nickname, which would be shown instead. */
export const renameSelf = endpoint({
  path: 'user/update/own-name',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Change the own name',
  input: z.strictObject({ displayName: ownNameOrNone }),
  output: z.object({ displayName: z.string() }),
});

/** Sets in which language the caller reads the console and their mails; null for the one that each browser prefers. */
export const chooseLanguage = endpoint({
  path: 'user/update/language',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Choose the own language',
  input: z.strictObject({ language: chosenLanguage }),
  output: z.object({ language: chosenLanguage }),
});

/** Changing the own email, first step. The answer is the same for an address that has an account, as in registering. */
export const sendEmailCode = endpoint({
  path: 'user/email/send-code',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Mail a code to the new email address',
  input: z.strictObject({ email, password: typedPassword }),
  output: z.object({ resendAfterSeconds: z.int() }),
  errors: [...passwordProofErrors, 'mail_not_sent'],
});

/** Second step: the code from the mail. The old address gets a note. */
export const changeEmail = endpoint({
  path: 'user/email/change',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Change the own email address',
  input: z.strictObject({ email, code: verificationCode }),
  output: z.object({ email: z.string() }),
  errors: ['verification_refused', 'too_many_attempts'],
});

/** Sets the own password. Every other session of the account ends. */
export const changePassword = endpoint({
  path: 'user/change-password',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Change the own password',
  input: z.strictObject({ currentPassword: typedPassword, newPassword }),
  output: z.object({ endedSessions: z.int() }),
  errors: [...passwordProofErrors, ...weakPasswordErrors],
});

/** A session of the caller's account in one browser. */
export const ownSession = z.object({
  id: z.int(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  /** True for the session of the caller. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const ownSessions = endpoint({
  path: 'user/sessions',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Where the own account is signed in',
  input: nothing,
  output: z.array(ownSession),
});

export const endOwnSession = endpoint({
  path: 'user/sessions/end',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Sign out one of the own sessions',
  input: z.strictObject({ id: z.int() }),
  output: z.null(),
  errors: ['session_not_found'],
});

export const endOtherSessions = endpoint({
  path: 'user/sessions/end-others',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Sign out all other own sessions',
  input: nothing,
  output: z.object({ endedSessions: z.int() }),
});

/** Sets the caller's own picture. */
export const uploadPicture = endpoint({
  path: 'user/upload-profile',
  // Not for accounts that wait for approval: nobody sees their picture, and anybody can make one.
  access: 'admin',
  tells: [],
  log: 'the own account',
  summary: 'Set the own picture',
  input: z.strictObject({ image: picture }),
  maxBodyBytes: limits.request.maxBytes,
  output: z.object({ profileIconPath: z.string() }),
  errors: pictureErrors,
});

export const removePicture = endpoint({
  path: 'user/remove-profile-picture',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Remove the own picture',
  input: nothing,
  output: z.null(),
});

/** Where pictures of accounts are: behind it an address that cannot be guessed and changes with the picture. */
export const picturePath = '/profile-picture';

/** Whether signing in to the own account takes a code, and how many recovery codes are left. */
export const twoFactor = endpoint({
  path: 'user/two-factor',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Two-factor sign-in of the own account',
  input: nothing,
  output: z.object({ enabledAt: z.nullable(z.string()), recoveryCodesLeft: z.int() }),
});

/** Creates the secret for an authenticator app. It takes effect once a code of it was confirmed. */
export const startTwoFactor = endpoint({
  path: 'user/two-factor/start',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Begin with two-factor sign-in',
  input: z.strictObject({ password: typedPassword }),
  output: z.object({ secret: z.string(), uri: z.string() }),
  errors: [...passwordProofErrors, 'two_factor_state'],
});

/** Returns the recovery codes, which cannot be read again. Each signs in once when the app is lost. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const confirmTwoFactor = endpoint({
  path: 'user/two-factor/confirm',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Turn two-factor sign-in on',
  input: z.strictObject({ code: z.string().check(z.trim(), z.maxLength(limits.twoFactor.maxCodeLength)) }),
  output: recoveryCodes,
  errors: ['two_factor_state', 'second_factor_refused', 'too_many_attempts'],
});

export const renewRecoveryCodes = endpoint({
  path: 'user/two-factor/recovery-codes',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Make new recovery codes; the old ones end',
  input: z.strictObject({ password: typedPassword, code: typedCode }),
  output: recoveryCodes,
  errors: [...identityProofErrors, 'two_factor_state'],
});

export const removeTwoFactor = endpoint({
  path: 'user/two-factor/remove',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Turn two-factor sign-in off',
  input: z.strictObject({ password: typedPassword, code: typedCode }),
  output: z.null(),
  errors: identityProofErrors,
});

/** The owner has read these sign-in alerts: they are shown no more. */
export const acknowledgeSignInAlerts = endpoint({
  path: 'user/sign-in-alerts/acknowledge',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Put away sign-in alerts of the own account',
  input: z.strictObject({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(limits.signInAlerts.shown)) }),
  output: z.null(),
});
