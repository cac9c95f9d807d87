import { z } from 'zod/mini';
import { limits } from './limits.ts';

/** What admins call a person or a device. Empty when they call it nothing. */
export const nickname = z.string().check(z.trim(), z.maxLength(limits.nickname.maxLength));
