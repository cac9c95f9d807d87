import { z } from 'zod/mini';
import { endpoint } from '../core/endpoint.ts';
import { kilobyte, limits } from '../core/limits.ts';
import { typedCode, typedPassword } from '../core/password.ts';
import { signedIn } from '../core/signed-in.ts';

const nothing = z.strictObject({});
const { idMaxLength, userHandleMaxLength, clientDataMaxLength, signedMaxLength, attestationMaxLength } = limits.passkey;

/** Bytes as browsers write them into JSON. */
function bytes(maxLength: number) {
  return z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength));
}

/** What every credential says about itself. Browsers add more, which nobody here needs: it is left out. */
const credential = { id: bytes(idMaxLength), rawId: bytes(idMaxLength), type: z.literal('public-key') };

/** What a browser is asked for when somebody signs in. Any passkey of this address may answer: nobody is named. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

export const startPasskeySignIn = endpoint({
  path: 'auth/passkey/start',
  access: 'public',
  summary: 'Begin to sign in with a passkey',
  input: nothing,
  output: requestOptions,
});

/** A passkey asks for the person's finger, face or PIN: it stands for the password and for the second factor. */
export const passkeySignIn = endpoint({
  path: 'auth/passkey',
  access: 'public',
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
});

/** A passkey of the own account. */
export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: z.string(),
  /** Null until somebody signed in with it. */
  lastUsedAt: z.nullable(z.string()),
  /** Its maker keeps a copy, so that it is on all devices of its owner. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

export const passkeyList = endpoint({
  path: 'user/passkeys',
  access: 'session',
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
  summary: 'Begin to add a passkey to the own account',
  input: z.strictObject({ password: typedPassword, code: typedCode }),
  output: creationOptions,
});

const { maxLength } = limits.nickname;

export const addPasskey = endpoint({
  path: 'user/passkeys/add',
  access: 'session',
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
  // Browsers say the key and what was signed once more beside the attestation that holds them.
  maxBodyBytes: 24 * kilobyte,
  output: passkey,
});

export const removePasskey = endpoint({
  path: 'user/passkeys/remove',
  access: 'session',
  summary: 'Remove a passkey from the own account',
  input: z.strictObject({ id: z.int(), password: typedPassword, code: typedCode }),
  output: z.null(),
});
