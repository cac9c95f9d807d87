import { z } from 'zod/mini';
import { limits } from './limits.ts';

export const email = z.string().check(z.trim(), z.maxLength(limits.email.maxLength), z.email());

/** The code from a mail that proves an address is one's own. */
export const verificationCode = z.string().check(z.trim(), z.regex(/^\d{6}$/));
