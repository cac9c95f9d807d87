import { z } from 'zod/mini';

/** A session that has begun. */
export const signedIn = z.object({ token: z.string(), expiresAt: z.string() });
