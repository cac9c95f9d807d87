import { z } from 'zod/mini';
import { endpoint } from '../core/endpoint.ts';
import { limits } from '../core/limits.ts';

/** Trades a username and password for a session token. */
export const login = endpoint({
  path: 'auth/login',
  access: 'public',
  summary: 'Sign in',
  input: z.strictObject({
    username: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.username.maxLength)),
    password: z.string().check(z.minLength(1), z.maxLength(limits.password.maxLength)),
    rememberMe: z._default(z.boolean(), false),
  }),
  output: z.object({ token: z.string(), expiresAt: z.string() }),
});

/** Ends the session whose token is sent. */
export const logout = endpoint({
  path: 'user/logout',
  access: 'session',
  summary: 'Sign out',
  input: z.strictObject({}),
  output: z.null(),
});
