import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';

/** Who makes passcodes must know whether phones can use them. */
const access = { permission: 'OTP_LIST', level: 'FULL_ACCESS' } as const;

/** Where a phone opens a test: `<path>/<address>`, a plain page without script. The address is told to who began the test. */
export const phoneTestPath = '/phone-test';

/**
 * From where the server can be called. `PROXY`: its owner gave it an address, and it listens to its own computer only, so a proxy there has to
 * pass phones on.
 */
export const phoneReaches = ['NETWORK', 'PROXY', 'THIS_COMPUTER'] as const;
export type PhoneReach = (typeof phoneReaches)[number];

/**
 * Whose certificate phones see. `PUBLIC`: by a CA that every phone knows. `LOCAL_CA`: by that of `npm run local-ca`. `OTHER`: by neither, or
 * signed by itself. `PROXY`: the server has none, and its address is https, so a proxy has it. `NONE`: the address is plain http.
 */
export const certificateKinds = ['PUBLIC', 'LOCAL_CA', 'OTHER', 'PROXY', 'NONE'] as const;
export type CertificateKind = (typeof certificateKinds)[number];

export const phoneAccess = z.object({
  /** The origin that the owner set for phones; null when none is set and links begin with the address under which the console is open. */
  origin: z.nullable(z.string()),
  reach: z.enum(phoneReaches),
  certificate: z.object({
    kind: z.enum(certificateKinds),
    /** Null for a certificate that the server does not have. */
    expiresAt: z.nullable(z.string()),
    /** Whether the certificate is for the name in `origin`; null when one of them is not known. */
    coversOrigin: z.nullable(z.boolean()),
  }),
});
export type PhoneAccess = z.infer<typeof phoneAccess>;

export const loadPhoneAccess = endpoint({
  path: 'phone-access/load',
  access,
  tells: [],
  log: 'the installation',
  summary:
    'Whether phones can reach this server: the address that its owner set, from where it can be called, and whose certificate it has',
  input: z.strictObject({}),
  output: phoneAccess,
});

/** What the machine says about itself. Its inner addresses are for those who run it. */
export const loadPhoneMachine = endpoint({
  path: 'phone-access/machine',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'At which addresses the machine of this server can be called, for whoever sets it up for phones',
  input: z.strictObject({}),
  output: z.object({
    /** The port that the server listens on. */
    port: z.int(),
    /**
     * Where phones would call the server, the most likely first: the address that the owner set, else what the server listens on, else the
     * addresses of its machine in its networks.
     */
    origins: z.array(z.string()),
    /** The address of the machine in its network, for commands; null without a network. */
    networkAddress: z.nullable(z.string()),
    /** Another server answers as well, so these are the addresses of one of several. */
    isCluster: z.boolean(),
  }),
});

/** The secret part of a test's address; it also names the test. */
const phoneTest = z.string().check(z.regex(/^[\w-]{43}$/));

export const startPhoneTest = endpoint({
  path: 'phone-access/test/start',
  access,
  tells: [],
  log: 'the installation',
  summary: 'Begin a test whether a phone reaches this server: an address that works once, for some minutes',
  input: z.strictObject({}),
  output: z.object({ test: phoneTest, expiresAt: z.string() }),
});

export const phoneTestStates = ['WAITING', 'REACHED', 'OVER'] as const;

/** What is known of the phone: how and when it came. */
export const loadPhoneTest = endpoint({
  path: 'phone-access/test/load',
  access,
  tells: [],
  log: 'the installation',
  staleBy: ['phone-test'],
  summary: 'Whether a phone has opened the address of a test, and how it came',
  input: z.strictObject({ test: phoneTest }),
  output: z.object({
    state: z.enum(phoneTestStates),
    /** Null until a phone came. */
    reached: z.nullable(z.object({ over: z.enum(['HTTPS', 'HTTP']), at: z.string() })),
  }),
  errors: ['phone_test_not_found'],
});
