import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';
import { kilobyte, limits } from '../../core/limits.ts';
import { typedCode, typedPassword } from '../../core/fields/password.ts';
import { signedIn } from '../../core/fields/account-fields.ts';
import { identityProofErrors } from '../../core/http/shared-errors.ts';

const nothing = z.strictObject({});
const { idMaxLength, userHandleMaxLength, clientDataMaxLength, signedMaxLength, attestationMaxLength } = limits.passkey;

/** Bytes as browsers write them into JSON. */
function bytes(maxLength: number) {
  return z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength));
}

/** The common fields of credentials. Further fields of browsers are ignored. */
const credential = { id: bytes(idMaxLength), rawId: bytes(idMaxLength), type: z.literal('public-key') };

/** The challenge for signing in. Any passkey of this origin may answer it, since no account is named. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

export const startPasskeySignIn = endpoint({
  path: 'auth/passkey/start',
  access: 'public',
  tells: [],
  log: 'the own account',
  summary: 'Begin to sign in with a passkey',
  input: nothing,
  output: requestOptions,
  errors: ['passkeys_need_name'],
});

/** Signs in with a passkey. It requires user verification (finger, face or PIN), so it replaces the password and the second factor. */
export const passkeySignIn = endpoint({
  path: 'auth/passkey',
  access: 'public',
  tells: [],
  log: 'the own account',
  summary: 'Sign in with a passkey',
  input: z.strictObject({
    credential: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: bytes(clientDataMaxLength),
        authenticatorData: bytes(signedMaxLength),
        signature: bytes(signedMaxLength),
        userHandle: z.optional(bytes(userHandleMaxLength)),
      }),
    }),
    rememberMe: z._default(z.boolean(), false),
  }),
  output: signedIn,
  errors: ['passkey_refused', 'passkeys_need_name', 'account_blocked'],
});

/** A passkey of the own account. */
export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: z.string(),
  /** Null until somebody signed in with it. */
  lastUsedAt: z.nullable(z.string()),
  /** True for a passkey that is synchronised between the devices of its owner. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

export const passkeyList = endpoint({
  path: 'user/passkeys',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'The passkeys of the own account',
  input: nothing,
  output: z.array(passkey),
});

const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  timeout: z.int(),
});

export const startPasskey = endpoint({
  path: 'user/passkeys/start',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Begin to add a passkey to the own account',
  input: z.strictObject({ password: typedPassword, code: typedCode }),
  output: creationOptions,
  errors: [...identityProofErrors, 'passkeys_need_name', 'passkeys_full'],
});

const { maxLength } = limits.nickname;

export const addPasskey = endpoint({
  path: 'user/passkeys/add',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Add a passkey to the own account',
  input: z.strictObject({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(maxLength),
        z.regex(/^\P{C}*$/u, 'Must not contain invisible characters'),
      ),
    credential: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: bytes(clientDataMaxLength),
        attestationObject: bytes(attestationMaxLength),
      }),
    }),
  }),
  // Browsers repeat the public key and the authenticator data beside the attestation that contains them.
  maxBodyBytes: 24 * kilobyte,
  output: passkey,
  errors: ['passkey_refused', 'passkeys_need_name', 'passkeys_full'],
});

export const removePasskey = endpoint({
  path: 'user/passkeys/remove',
  access: 'session',
  tells: [],
  log: 'the own account',
  summary: 'Remove a passkey from the own account',
  input: z.strictObject({ id: z.int(), password: typedPassword, code: typedCode }),
  output: z.null(),
  errors: [...identityProofErrors, 'passkey_not_found'],
});
