const second = 1000;
const minute = 60 * second;
const megabyte = 1024 * 1024;

/** The version the console shows. */
export const version = '1.0.20';

/** Every number the product promises, in milliseconds, bytes or counts. */
export const limits = {
  maintenance: { pollMs: 20 * minute, retries: 3, retryDelayMs: 3 * second, consecutivePollsToFlip: 2 },
  consoleSocket: { retries: 3, retryDelayMs: 3 * second, pingMs: 10 * second },
  toast: { defaultMs: 4 * second, successMs: 2 * second, loadingMs: Number.POSITIVE_INFINITY, atOnce: 20 },
  request: { maxBytes: 3 * megabyte },
  /** Of what was searched or filtered, so many are counted; more read as "10,000+". */
  page: { defaultSize: 20, maxSize: 500, countedTo: 10_000, maxCursorLength: 16_000 },
  search: { maxLength: 100 },
  payloadSecret: { minLength: 16, maxLength: 256 },
  /** The person sees the countdown before each recording. */
  recording: { minSeconds: 10, maxSeconds: 60, countdownSeconds: 3 },
  conversation: { defaultSize: 100, maxSize: 200, maxHits: 1000, excerptLength: 160 },
  session: { rememberedMs: 30 * 24 * 60 * minute, absoluteMs: 24 * 60 * minute, idleMs: 12 * 60 * minute },
  password: { minLength: 8, maxLength: 128 },
  username: { minLength: 3, maxLength: 64 },
  nickname: { maxLength: 64 },
  login: { windowMs: 15 * minute, failuresPerAccount: 10, failuresPerAddress: 50 },
  /** Codes by mail: how long one holds, how often it may be tried, and how soon the next can be asked for. */
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
  email: { maxLength: 254 },
  /** An authenticator app's codes: so many steps of the clock before and after now are taken. */
  twoFactor: {
    digits: 6,
    stepSeconds: 30,
    driftSteps: 1,
    recoveryCodes: 10,
    maxCodeLength: 32,
    failures: 5,
    windowMs: 15 * minute,
  },
  /** How many sign-in alerts an account is told at once, the latest first. */
  signInAlerts: { shown: 20 },
  /** How long a question to a passkey holds, how many an address may ask, and how many passkeys an account may have. */
  passkey: {
    lifetimeMs: 5 * minute,
    windowMs: 15 * minute,
    startsPerAddress: 200,
    perAccount: 20,
    maxFieldLength: 16_384,
  },
  /** A profile picture is stored as a square of this side. */
  picture: { pixels: 256, maxBytes: 3 * megabyte },
  passcode: { lifetimeMs: 24 * 60 * minute, length: 8, failuresPerAddress: 20, createdAtOnce: 50 },
  command: { deadlineMs: 10 * minute, fileDeadlineMs: 60 * minute },
  /**
   * How large a file may be in all unless the owner sets MAX_UPLOAD_MB. From a device it travels in requests of
   * `request.maxBytes`.
   */
  file: {
    defaultMaxMegabytes: 512,
    nameMaxLength: 255,
    /** What file systems take: bytes of UTF-8, not letters. */
    nameMaxBytes: 255,
    pathMaxLength: 1024,
    /** An upload that is not finished by then is deleted. */
    uploadLifetimeMs: 24 * 60 * minute,
    /** A file from a console for a device: in one request up to `request.maxBytes`, in chunks up to this. */
    uploadMaxBytes: 2048 * megabyte,
    /** How much of it one chunk carries. */
    chunkBytes: 8 * megabyte,
    /** How many files one command brings to a device. */
    receivedAtOnce: 100,
    /** How many hashes one question about missing files may name. */
    hashesPerQuestion: 500,
    /** How many uploads of a device may be unfinished; beyond it the oldest go. */
    unfinishedPerDevice: 16,
    /** The same for what an admin sends to one device. */
    unfinishedPerAdmin: 100,
    /** The longer side of the small picture that is made of each image. */
    thumbnailPixels: 320,
  },
  notification: { titleMaxLength: 100, messageMaxLength: 1000, deliverWithinMs: 24 * 60 * minute, waitingAtOnce: 50 },
  /** What the download page offers beside the app. */
  appDownload: { mediatorsAtMost: 20, mediatorNameMaxLength: 60, linkMaxLength: 2000, documentsAtMost: 100 },
  /** A person is asked for the same thing at most once in this time, and after a no it starts anew. */
  consentRequest: { askAgainAfterMs: 24 * 60 * minute },
  retention: { minDays: 1, maxDays: 3650 },
  /** A track covers so many days and carries so many points; what is more is thinned. */
  location: { trackDays: 31, trackPoints: 3000 },
  device: {
    heartbeatMs: 10 * second,
    silentAfterMs: 25 * second,
    helloWithinMs: 5 * second,
    maxFrameBytes: megabyte,
    rowsPerBatch: 500,
    rowsPerCommand: 200_000,
    /** What the person changes or asks: at once, and then per second. Leaving is always taken. */
    wishesAtOnce: 30,
    wishesPerSecond: 1,
    logPageSize: 50,
  },
} as const;
