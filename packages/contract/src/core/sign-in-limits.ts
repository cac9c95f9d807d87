const second = 1000;
const minute = 60 * second;

/** The limits of what proves who signs in, beside the password. They are among `limits`. */
export const signInLimits = {
  /** Codes by mail: their lifetime, the number of tries, and the delay before the next one. */
  verification: {
    digits: 6,
    lifetimeMs: 10 * minute,
    tries: 5,
    resendAfterMs: 60 * second,
    windowMs: 60 * minute,
    mailsPerAddress: 20,
    mailsPerEmail: 6,
    failuresPerAddress: 30,
  },
  /**
   * Codes of an authenticator app (TOTP): `driftSteps` before and after the current step are accepted. Wrong codes are rate-limited as
   * wrong passwords are: per address, and over all addresses that are not usual.
   */
  twoFactor: {
    digits: 6,
    stepSeconds: 30,
    driftSteps: 1,
    recoveryCodes: 10,
    maxCodeLength: 32,
    failures: 5,
    windowMs: 15 * minute,
    failuresOverall: 20,
    overallWindowMs: 60 * minute,
  },
  /** Passkeys: the lifetime of a challenge, how many challenges an address may request, and how many passkeys an account may have. */
  passkey: {
    lifetimeMs: 5 * minute,
    windowMs: 15 * minute,
    startsPerAddress: 200,
    perAccount: 20,
    /** Lengths in Base64: an id of 1,023 bytes, a user handle of 64, signatures and keys of up to 4,096 bits. */
    idMaxLength: 1364,
    userHandleMaxLength: 88,
    clientDataMaxLength: 2048,
    signedMaxLength: 1024,
    attestationMaxLength: 8192,
  },
} as const;
