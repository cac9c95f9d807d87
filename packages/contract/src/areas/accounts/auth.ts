import { z } from 'zod/mini';
import { email, ownName, signedIn, verificationCode } from '../../core/fields/account-fields.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { limits } from '../../core/limits.ts';
import { newPassword, typedCode, typedPassword } from '../../core/fields/password.ts';
import { username } from '../../core/fields/username.ts';
import { weakPasswordErrors } from '../../core/http/shared-errors.ts';

/** The maximum body size of calls without a session. */
const maxBodyBytes = 8 * 1024;

/**
 * Trades a username and password for a session token. An account with two-factor sign-in is asked for its code
 * (`second_factor_required`): then the same call comes again, with the code.
 */
export const login = endpoint({
  path: 'auth/login',
  access: 'public',
  tells: [],
  log: 'the own account',
  summary: 'Sign in',
  input: z.strictObject({
    username: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.username.maxLength)),
    password: typedPassword,
    rememberMe: z._default(z.boolean(), false),
    /** Of the authenticator app, or a recovery code. */
    code: typedCode,
  }),
  output: signedIn,
  errors: ['login_failed', 'account_blocked', 'second_factor_required', 'second_factor_refused'],
});

/** Registration, first step. The answer is the same for an address that has an account: its owner learns it by mail. */
export const sendVerification = endpoint({
  path: 'auth/send-otp-to-email',
  access: 'public',
  tells: [],
  log: 'the own account',
  summary: 'Send a verification code by mail',
  input: z.strictObject({ email }),
  output: z.object({ resendAfterSeconds: z.int() }),
  errors: ['sign_up_off', 'mail_not_sent'],
});

/** Registration, second step: the code from the mail opens an account that waits to be promoted, and signs it in. */
export const register = endpoint({
  path: 'auth/verify-otp',
  access: 'public',
  tells: [],
  log: 'the own account',
  summary: 'Verify the code and register',
  input: z.strictObject({
    email,
    code: verificationCode,
    username,
    /** The name as they write it; without one it is the username. */
    displayName: z.optional(ownName),
    password: newPassword,
    confirmPassword: z.string().check(z.maxLength(limits.password.maxLength)),
  }),
  output: signedIn,
  errors: ['sign_up_off', 'passwords_differ', ...weakPasswordErrors, 'verification_refused', 'username_taken'],
});

/**
 * Lost password, first step. The answer, and the time it takes, are the same for an address without account: its owner learns
 * by mail that there is none.
 */
export const sendPasswordCode = endpoint({
  path: 'auth/send-password-code',
  access: 'public',
  tells: [],
  log: 'the own account',
  summary: 'Mail a code for a new password',
  input: z.strictObject({ email }),
  output: z.object({ resendAfterSeconds: z.int() }),
  maxBodyBytes,
  errors: ['mail_not_sent'],
});

/** Second step: the code from the mail sets a new password and ends every session. Two-factor sign-in stays on. */
export const resetPassword = endpoint({
  path: 'auth/reset-password',
  access: 'public',
  tells: [],
  log: 'the own account',
  summary: 'Set a new password with the code from the mail',
  input: z.strictObject({
    email,
    code: verificationCode,
    password: newPassword,
    confirmPassword: z.string().check(z.maxLength(limits.password.maxLength)),
  }),
  output: z.null(),
  maxBodyBytes,
  errors: ['passwords_differ', ...weakPasswordErrors, 'verification_refused'],
});

/** Ends the session whose token is sent. */
export const logout = endpoint({
  path: 'user/logout',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Sign out',
  input: z.strictObject({}),
  output: z.null(),
});
