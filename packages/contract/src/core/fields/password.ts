import { z } from 'zod/mini';
import { limits } from '../limits.ts';

/** A password that is checked. It has no minimum length, since a short one is simply wrong. */
export const typedPassword = z.string().check(z.minLength(1), z.maxLength(limits.password.maxLength));
/**
 * The code of the authenticator app, or a recovery code, beside the password. Left out by accounts without two-factor
 * sign-in; the server asks all others for it.
 */
export const typedCode = z.optional(z.string().check(z.trim(), z.maxLength(limits.twoFactor.maxCodeLength)));
/** A password that is set. The server also refuses the most common ones. */
export const newPassword = z
  .string()
  .check(z.minLength(limits.password.minLength), z.maxLength(limits.password.maxLength));
