import { z } from 'zod/mini';
import { limits } from './limits.ts';

/** What somebody types who proves who they are; a wrong one is wrong whatever its length. */
export const typedPassword = z.string().check(z.minLength(1), z.maxLength(limits.password.maxLength));
/** One that is about to be set. The server also refuses the most common ones. */
export const newPassword = z
  .string()
  .check(z.minLength(limits.password.minLength), z.maxLength(limits.password.maxLength));
