import { z } from 'zod/mini';
import { limits } from '../limits.ts';
import { displayName, optionalName } from './display-name.ts';

/** The account an endpoint is about. */
export const userId = z.int().check(z.positive());

/** What admins call a person or a device. Empty when they call it nothing. */
export const nickname = optionalName(limits.nickname.maxLength);

/** What somebody calls themself, as people write names. Two may have the same one. */
export const ownName = displayName(limits.displayName.maxLength);

/** Like `ownName`, but it may be empty: the account is then shown by its username. */
export const ownNameOrNone = optionalName(limits.displayName.maxLength);

export const email = z.string().check(z.trim(), z.maxLength(limits.email.maxLength), z.email());

/** The code from a verification mail. */
export const verificationCode = z.string().check(z.trim(), z.regex(/^\d{6}$/));

/** The bytes of a request around the picture: field names and an id. */
const aroundPicture = 100;

/** A picture in Base64, in a request of its own. The server crops it to a square and encodes it again, which drops all metadata. */
export const picture = z.base64().check(z.maxLength(limits.request.maxBytes - aroundPicture));

/** The result of signing in. */
export const signedIn = z.object({ token: z.string(), expiresAt: z.string() });
