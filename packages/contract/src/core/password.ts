import { z } from 'zod/mini';
import { limits } from './limits.ts';

/** What somebody types who proves who they are; a wrong one is wrong whatever its length. */
export const typedPassword = z.string().check(z.minLength(1), z.maxLength(limits.password.maxLength));
/**
 * The code of the authenticator app, or a recovery code, beside the password. Left out by accounts without two-factor
 * sign-in; the server asks all others for it.
 */
export const typedCode = z.optional(z.string().check(z.trim(), z.maxLength(limits.twoFactor.maxCodeLength)));
/** One that is about to be set. The server also refuses the most common ones. */
export const newPassword = z
  .string()
  .check(z.minLength(limits.password.minLength), z.maxLength(limits.password.maxLength));
