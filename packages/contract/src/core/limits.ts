const second = 1000;
const minute = 60 * second;
/** In bytes, for what calls declare. */
export const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** The version the console shows. */
export const version = '1.0.20';

/** Every number the product promises, in milliseconds, bytes or counts. */
export const limits = {
  maintenance: { pollMs: 20 * minute, retries: 3, retryDelayMs: 3 * second, consecutivePollsToFlip: 2 },
  /** `openMs`: a handshake that takes longer has failed. */
  consoleSocket: { retries: 3, retryDelayMs: 3 * second, openMs: 3 * second, pingMs: 10 * second },
  toast: { defaultMs: 4 * second, successMs: 2 * second, loadingMs: Number.POSITIVE_INFINITY, atOnce: 20 },
  /**
   * How large a request may be. Each call declares its own size (`maxBodyBytes`): `publicBytes` for those that anybody may
   * make, `smallBytes` unless it needs more; `maxBytes` is for what carries a file.
   */
  request: { maxBytes: 3 * megabyte, publicBytes: 8 * kilobyte, smallBytes: 4 * kilobyte },
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
  /**
   * Wrong passwords: of one account from one address, from one address whatever the account, and of one account over all
   * addresses but those it usually signs in from. An IPv6 address counts by its /64.
   */
  login: {
    windowMs: 15 * minute,
    failuresPerAccount: 10,
    failuresPerAddress: 50,
    failuresOverall: 100,
    overallWindowMs: 60 * minute,
  },
  /** From where an account signed in: so many addresses are kept, and for how long. */
  usualAddress: { perAccount: 10, keptMs: 90 * 24 * 60 * minute },
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
  /**
   * An authenticator app's codes: so many steps of the clock before and after now are taken. Wrong ones count as wrong
   * passwords do: from one address, and over all addresses that are not usual.
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
  /** How many sign-in alerts an account is told at once, the latest first. */
  signInAlerts: { shown: 20 },
  /** How long a question to a passkey holds, how many an address may ask, and how many passkeys an account may have. */
  passkey: {
    lifetimeMs: 5 * minute,
    windowMs: 15 * minute,
    startsPerAddress: 200,
    perAccount: 20,
    /** Of their fields in Base64: an id of 1,023 bytes, a user handle of 64, signatures and keys of up to 4,096 bits. */
    idMaxLength: 1364,
    userHandleMaxLength: 88,
    clientDataMaxLength: 2048,
    signedMaxLength: 1024,
    attestationMaxLength: 8192,
  },
  /**
   * What pictures may take in memory when they are decoded: one of them, and all that are being decoded. The header tells
   * before; a file of a megabyte can unpack to a thousand.
   */
  image: { maxDecodedBytes: 256 * megabyte, maxDecodedBytesAtOnce: 384 * megabyte },
  /** A profile picture is stored as a square of this side. */
  picture: { pixels: 256, maxBytes: 3 * megabyte },
  /** `tries`: how often one passcode may be tried with a name that is taken, before it ends. */
  passcode: { lifetimeMs: 24 * 60 * minute, length: 8, tries: 10, failuresPerAddress: 20, createdAtOnce: 50 },
  /** On what ground a device is supervised: its texts, and how far ahead the review of it may lie. */
  ground: { purposeMaxLength: 120, guardianMaxLength: 100, reviewWithinDays: 3 * 365 },
  /** So many times of the week: two a day. */
  sharingHours: { timesAtMost: 14, zoneMaxLength: 50 },
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
    /** How many files a device may send for one Update, such as previews and icons. */
    filesPerUpdate: 20_000,
    /** What a device may send in a day, unless the owner sets DEVICE_UPLOADS_MB_PER_DAY or DEVICE_TICKET_FILES_MB_PER_DAY. */
    defaultUploadsMegabytesPerDay: 2048,
    defaultTicketFilesMegabytesPerDay: 100,
    /** What stays free on the server's disk, unless the owner sets MIN_FREE_MB. */
    defaultMinFreeMegabytes: 500,
    /** How many uploads of a device may be unfinished; beyond it the oldest go. */
    unfinishedPerDevice: 16,
    /** The same for what an admin sends to one device. */
    unfinishedPerAdmin: 100,
    /** What one ZIP file of a folder may hold, and how many names of what it leaves out are told. */
    zipMaxFiles: 1000,
    zipMaxBytes: 2048 * megabyte,
    zipMissingNamed: 100,
    /** So much of a text is shown before it is downloaded. */
    shownTextBytes: 256 * kilobyte,
    /** The longer side of the small picture that is made of each image. */
    thumbnailPixels: 320,
  },
  notification: { titleMaxLength: 100, messageMaxLength: 1000, deliverWithinMs: 24 * 60 * minute, waitingAtOnce: 50 },
  /** How many admins a person is told by name. */
  supervision: { adminsShown: 20 },
  /**
   * Web push: how long a push service keeps one that it cannot deliver, how many a device gets, how long an answer of the
   * service may take, how many are sent at a time, and how many may wait for that.
   */
  webPush: {
    keptSeconds: 10 * 60,
    perDevice: 20,
    windowMs: 60 * minute,
    answerWithinMs: 10 * second,
    inParallel: 8,
    waitingAtOnce: 10_000,
  },
  /** What the download page offers beside the app. */
  appDownload: { mediatorsAtMost: 20, mediatorNameMaxLength: 60, linkMaxLength: 2000, documentsAtMost: 100 },
  /** A person is asked for the same thing at most once in this time, and after a no it starts anew. */
  consentRequest: { askAgainAfterMs: 24 * 60 * minute },
  /** What one text in the details of a log's entry may have; longer ones are cut. */
  audit: {
    textMaxLength: 200,
    reasonMaxLength: 500,
    /** What one actor does on a device is one visit while no two of its entries are further apart; a visit ends with its day (UTC). */
    visitGapMs: 15 * minute,
    visitsPageSize: 20,
    /** How many things the summary of a visit names before it says how many more there were. */
    visitParts: 6,
  },
  /** An archive of everything that is held about a person. */
  archive: {
    /** How long it is kept. */
    lifetimeMs: 24 * 60 * minute,
    /** A person who asks again within this time gets the same one; after a failure, a new one is begun after `retryAfterMs`. */
    sameWithinMs: 60 * minute,
    retryAfterMs: minute,
    /** What all archives together may take on disk, unless the owner sets ARCHIVES_MB. */
    defaultMaxMegabytes: 10_240,
    reasonMinLength: 5,
    reasonMaxLength: 500,
  },
  /** Why an admin uses a device: how long the text may be, and how long it holds. */
  reason: { minLength: 3, maxLength: 300, holdsMs: 30 * minute },
  /** A second admin's agreement: how long it is waited for, how long it holds, and when a declined one may be asked for again. */
  approval: { decideWithinMs: 10 * minute, holdsMs: 30 * minute, askAgainAfterMs: 10 * minute },
  retention: { minDays: 1, maxDays: 3650, kindsAtMost: 50, kindMaxLength: 50 },
  /** A track covers so many days and carries so many points; what is more is thinned. */
  location: { trackDays: 31, trackPoints: 3000 },
  /** The owner's map of streets is sent in ranges of at most this size; its tiles and indexes are far smaller. */
  mapTiles: { rangeBytes: 8 * megabyte },
  device: {
    heartbeatMs: 10 * second,
    silentAfterMs: 25 * second,
    helloWithinMs: 5 * second,
    /** The largest frame of all, which carries rows. What each kind of frame may have is in `deviceFrameBytes`. */
    maxFrameBytes: megabyte / 4,
    /** A frame that does not begin with its type may have so many bytes, whatever it is. */
    maxUntypedFrameBytes: 4096,
    rowsPerBatch: 500,
    rowsPerCommand: 200_000,
    fieldsPerRow: 32,
    /** All batches of one answer together. */
    bytesPerCommand: 128 * megabyte,
    /** How much a device may say, over all its connections: at once, and then per second. */
    bytesAtOnce: 12 * megabyte,
    bytesPerSecond: 4 * megabyte,
    /** Each frame and each ping counts as so many bytes at least, because handling it costs more than its bytes. */
    bytesPerFrame: 40 * 1024,
    /** How often a device may connect: at once, and then once in so long. */
    connectsAtOnce: 20,
    connectEveryMs: 3 * second,
    /** What the person changes or asks: at once, and then per second. Leaving is always taken. */
    wishesAtOnce: 30,
    wishesPerSecond: 1,
    logPageSize: 50,
    endReasonMaxLength: 300,
    /** So long a device that an admin ended, and that comes back with its old token, is still told why. */
    endingKnownMs: 30 * 24 * 60 * minute,
  },
} as const;
