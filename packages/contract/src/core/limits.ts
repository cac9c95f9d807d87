import { deviceLimits } from './device-limits.ts';

import { memoryLimits } from './memory-limits.ts';
import { signInLimits } from './sign-in-limits.ts';

const second = 1000;
const minute = 60 * second;
/** Units in bytes, for the sizes that endpoints declare. */
export const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** The version the console shows. */
export const version = '1.1.0';

/** All limits of the product, in milliseconds, bytes or counts. */
export const limits = {
  memory: memoryLimits,
  ...signInLimits,
  maintenance: { pollMs: 20 * minute, retries: 3, retryDelayMs: 3 * second, consecutivePollsToFlip: 2 },
  /** `openMs`: a handshake that takes longer has failed. */
  consoleSocket: { retries: 3, retryDelayMs: 3 * second, openMs: 3 * second, pingMs: 10 * second },
  toast: { defaultMs: 4 * second, successMs: 2 * second, loadingMs: Number.POSITIVE_INFINITY },
  /**
   * How large a request may be. Each call declares its own size (`maxBodyBytes`): `publicBytes` for those that anybody may
   * make, `smallBytes` unless it needs more; `maxBytes` is for what carries a file.
   */
  request: { maxBytes: 3 * megabyte, publicBytes: 8 * kilobyte, smallBytes: 4 * kilobyte },
  /** The calls in one request: how many, and how long the path and the body of each may be. */
  batch: { maxCalls: 10, maxPathLength: 100, maxCallBytes: 500, maxProofLength: 64 },
  /** The limit of the row count of searches and filters; more is shown as "10,000+". */
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
  displayName: { maxLength: 64 },
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
  /** The addresses from which an account usually signs in: how many are kept, and for how long. */
  usualAddress: { perAccount: 10, keptMs: 90 * 24 * 60 * minute },
  email: { maxLength: 254 },
  /** How many sign-in alerts an account gets at once, the latest first. */
  signInAlerts: { shown: 20 },
  /**
   * The memory for decoding pictures: one of them, and all at a time. It is computed from the header before decoding, since a file of
   * one megabyte can unpack to a thousand (decompression bomb).
   */
  image: { maxDecodedBytes: 256 * megabyte, maxDecodedBytesAtOnce: 384 * megabyte },
  /** A profile picture is stored as a square of this side. */
  picture: { pixels: 256, maxBytes: 3 * megabyte },
  /** `tries`: how often one passcode may be tried with a username that is taken, before it is void. */
  passcode: {
    /** How long a passcode is valid unless an admin chooses otherwise, and how long one for which a guardian must sign first. */
    lifetimeMs: 24 * 60 * minute,
    guardedLifetimeMs: 14 * 24 * 60 * minute,
    minHours: 1,
    maxHours: 30 * 24,
    length: 8,
    tries: 10,
    failuresPerAddress: 20,
    createdAtOnce: 50,
    importedAtOnce: 1000,
    nameMaxLength: 100,
    remindedAtOnce: 1000,
    /** At most one reminder is sent to an address in this time, and at most so many by one admin and by all of them. */
    remindEveryMs: 24 * 60 * minute,
    remindersPerAdmin: 1000,
    remindersInAll: 10_000,
    /** Passcodes that nobody has used, and how long they are kept after they expired. */
    perAdmin: 10_000,
    inAll: 100_000,
    unusedAfterExpiryMs: 90 * 24 * 60 * minute,
    /** How long the name and email of an unused passcode are kept after it expired. */
    namedAfterExpiryMs: 7 * 24 * 60 * minute,
  },
  /** People who were imported from a CSV file and have not joined with a device: how long they are kept, and how many there may be. */
  importedPerson: { keptMs: 90 * 24 * 60 * minute, perAdmin: 10_000, inAll: 100_000 },
  /** The ground of supervision: the lengths of its texts, and how far ahead its review may be. */
  ground: { purposeMaxLength: 120, guardianMaxLength: 100, reviewWithinDays: 3 * 365 },
  /** `timesAtMost`: two time spans per day. */
  sharingHours: { timesAtMost: 14, zoneMaxLength: 50 },
  command: { deadlineMs: 10 * minute, fileDeadlineMs: 60 * minute },
  /**
   * Runs. `namedDevices`: how many devices one request may name; a group or a search can select more, up to `devices`. `waitingItems`: the
   * sum over all runs of an admin that have not ended. `maxBytes`: the texts of one run, counted once for each device; `openBytes`: the sum
   * over all runs of an admin that have not ended. `openItemsPerDevice`: the steps of one admin that wait for one device, over all their runs;
   * `openItemsOfDevice`: those of all admins. `keptMs`: how long a finished run is listed.
   */
  run: {
    namedDevices: 500,
    devices: 100_000,
    filesPerRun: 500,
    itemsPerDevice: 500,
    filesPerCommand: 50,
    /** Why one file of a command failed, and the text about all that failed. */
    problemMaxLength: 200,
    problemsTextMaxLength: 1000,
    waitingItems: 1_000_000,
    maxBytes: 64 * megabyte,
    openBytes: 128 * megabyte,
    openItemsPerDevice: 1000,
    openItemsOfDevice: 10_000,
    keptMs: 90 * 24 * 60 * minute,
    reasonMaxLength: 300,
  },
  /**
   * Groups of devices: how many one admin and all of them may have, and the limits of their names and rules. A rule that is tried on the shared
   * details of at most `testsLogged` devices is written to their logs.
   */
  group: { perAdmin: 200, inAll: 500, perDevice: 50, nameMaxLength: 50, textMaxLength: 100, testsLogged: 1000 },
  /** Schedules: the shortest interval, the longest one, and how many one admin and all of them may have. */
  schedule: {
    minMinutes: 15,
    maxMinutes: 7 * 24 * 60,
    perAdmin: 200,
    inAll: 5000,
    nameMaxLength: 80,
    purposeMaxLength: 300,
    shownToPerson: 50,
  },
  /** The file of the Termux companion: a phone downloads no larger one, and asks for news about it no more often. */
  termuxFile: { maxBytes: 16 * megabyte, versionMaxLength: 40, askEveryMs: 24 * 60 * minute },
  /** CSV files of people: their size and lines, and how many problems are listed. */
  csv: { maxBytes: 512 * kilobyte, rows: 1000, problemsListed: 100, fieldMaxLength: 300 },
  /**
   * Files. `defaultMaxMegabytes` is the default of MAX_UPLOAD_MB. A device uploads in requests of `request.maxBytes`.
   */
  file: {
    defaultMaxMegabytes: 512,
    nameMaxLength: 255,
    /** The limit of file systems, in bytes of UTF-8. */
    nameMaxBytes: 255,
    pathMaxLength: 1024,
    /** An upload that is not finished by then is deleted. */
    uploadLifetimeMs: 24 * 60 * minute,
    /** The maximum size of a file from a console for a device, if it is sent in chunks; in one request it is `request.maxBytes`. */
    uploadMaxBytes: 2048 * megabyte,
    /** The size of one chunk. */
    chunkBytes: 8 * megabyte,
    /** How many files one command may send to a device. */
    receivedAtOnce: 100,
    /** How many hashes one request for missing files may contain. */
    hashesPerQuestion: 500,
    /** How many files a device may send for one Update, such as previews and icons. */
    filesPerUpdate: 20_000,
    /** The daily quotas of a device: defaults of DEVICE_UPLOADS_MB_PER_DAY and DEVICE_TICKET_FILES_MB_PER_DAY. */
    defaultUploadsMegabytesPerDay: 2048,
    defaultTicketFilesMegabytesPerDay: 100,
    /** The disk space that stays free on the server: default of MIN_FREE_MB. */
    defaultMinFreeMegabytes: 500,
    /** How many uploads of a device may be unfinished. The oldest beyond it are deleted. */
    unfinishedPerDevice: 16,
    /** How many uploads of an admin for one device may be unfinished. */
    unfinishedPerAdmin: 100,
    /** How many bytes the unfinished uploads of all admins for the installation may announce: two maps, and some files beside them. */
    unfinishedInstallationBytes: 9216 * megabyte,
    /** The limits of a folder's ZIP file, and how many of the missing files are listed by name. */
    zipMaxFiles: 1000,
    zipMaxBytes: 2048 * megabyte,
    zipMissingNamed: 100,
    /** How much of a text file is shown without a download. */
    shownTextBytes: 256 * kilobyte,
    /** The longer side of a thumbnail. */
    thumbnailPixels: 320,
  },
  notification: { titleMaxLength: 100, messageMaxLength: 1000, deliverWithinMs: 24 * 60 * minute, waitingAtOnce: 50 },
  /** How many admins are named to the person. */
  supervision: { adminsShown: 20 },
  /**
   * Web push: how long a push service keeps an undelivered push (TTL), the rate limit per device, the timeout of a request, the number
   * of parallel requests, and the length of the queue.
   */
  webPush: {
    keptSeconds: 10 * 60,
    perDevice: 20,
    windowMs: 60 * minute,
    answerWithinMs: 10 * second,
    inParallel: 8,
    waitingAtOnce: 10_000,
  },
  /**
   * Tests whether a phone reaches the server: how long an address works, and how many of those that a phone opened are remembered, for one
   * admin and in all.
   */
  phoneTest: { lifetimeMs: 5 * minute, perAdmin: 10, inAll: 1000 },
  /** What the download page offers beside the app. */
  appDownload: { mediatorsAtMost: 20, mediatorNameMaxLength: 60, linkMaxLength: 2000, documentsAtMost: 100 },
  /** The cooldown before a person is asked for the same capability again, which restarts when they decline; the reason on a passcode. */
  consentRequest: { askAgainAfterMs: 24 * 60 * minute, passcodeReasonMaxLength: 160 },
  /** The audit log. Longer texts in the details of an entry are cut. */
  audit: {
    textMaxLength: 200,
    /** The names of all files of a command for several. */
    namesMaxLength: 2500,
    reasonMaxLength: 500,
    /** Entries of one actor on a device belong to one visit while the gaps between them are not longer. A visit ends with its day (UTC). */
    visitGapMs: 15 * minute,
    visitsPageSize: 20,
    /** How many things the summary of a visit names before "and n more". */
    visitParts: 6,
  },
  /** A check of all logs from the audit page. Its progress is stored, and whether it was stopped is looked at, this often. */
  auditCheck: { storeEveryMs: 1000, maxFaults: 100 },
  /** An archive of everything that is held about a person. */
  archive: {
    /** How long an archive is kept. */
    lifetimeMs: 24 * 60 * minute,
    /** A second request within this time gets the same archive; after a failure a new one is created after `retryAfterMs`. */
    sameWithinMs: 60 * minute,
    retryAfterMs: minute,
    /** The disk space of all archives together: default of ARCHIVES_MB. */
    defaultMaxMegabytes: 10_240,
    reasonMaxLength: 500,
  },
  /** The reason why an admin uses a device: how much it says (`minDifferent` letters that differ), its length, and how long it is valid. */
  reason: { minWords: 2, minLetters: 8, minDifferent: 4, maxLength: 300, validMs: 30 * minute },
  /** Approval by a second admin: the time to decide, how long it is valid, and the cooldown after it was declined. */
  approval: { decideWithinMs: 10 * minute, validMs: 30 * minute, askAgainAfterMs: 10 * minute },
  retention: { minDays: 1, maxDays: 3650, kindsAtMost: 50, kindMaxLength: 50 },
  /** The limits of a track in days and points. Longer ones are thinned out. */
  location: { trackDays: 31, trackPoints: 3000 },
  /** Live location: its length, how often a device sends a point at most, how many points one frame has, and how many can run at once. */
  liveLocation: { minMinutes: 5, maxMinutes: 60, everyMs: 5 * second, pointsPerFrame: 60, atOnce: 10_000 },
  /**
   * Live view: its length, how long the person has to answer, and how large one picture or packet of sound may be with its header.
   * `bytesPerSecond` and `bytesAtOnce` are the token bucket of one device, `bytesPerSecondInAll` is shared by all of one server.
   * `badFrames`: after so many frames that are refused the session ends, and without a session the connection. `passMs`: how long a
   * viewer may take to open the socket. `unwatchedMs`: a session without a viewer ends after it.
   */
  liveView: {
    minMinutes: 1,
    maxMinutes: 10,
    answerWithinMs: 2 * minute,
    maxFrameBytes: 192 * kilobyte,
    bytesPerSecond: 512 * kilobyte,
    bytesAtOnce: megabyte,
    bytesPerSecondInAll: 64 * megabyte,
    keyFrameEveryMs: second,
    badFrames: 10,
    atOnce: 200,
    viewersAtOnce: 20,
    viewersNamed: 5,
    passMs: 30 * second,
    unwatchedMs: 15 * second,
  },
  /** The newest positions on one map, and the devices without one that are named. Who has more devices narrows the map to a group or a search. */
  map: { positions: 20_000, missing: 200 },
  /** Zones: their sizes in metres, how many one admin and all of them may have, and the file of an import. */
  zone: {
    minRadius: 20,
    maxRadius: 200_000,
    maxCorners: 200,
    nameMaxLength: 80,
    perAdmin: 1000,
    inAll: 10_000,
    importMaxBytes: 2 * megabyte,
    problemsListed: 100,
    addressMinLength: 3,
    addressMaxLength: 200,
    addressesShown: 5,
    /** Requests to the owner's geocoder, by one admin. */
    searches: 60,
    searchWindowMs: minute,
  },
  /**
   * Alert rules. `borderMetres`: a device has crossed a border once it is this far beyond it, or as far as its accuracy if that is more, but at
   * most `borderMaxMetres`. A battery or storage alert is over once the value is `recoverPercent` above its limit.
   */
  alert: {
    perAdmin: 200,
    inAll: 5000,
    nameMaxLength: 80,
    purposeMaxLength: 300,
    minOfflineMinutes: 5,
    maxOfflineMinutes: 30 * 24 * 60,
    appNameMaxLength: 100,
    recipientsAtMost: 20,
    borderMetres: 25,
    borderMaxMetres: 200,
    recoverPercent: 5,
    tryDays: 7,
    /** After the time of a rule about not arriving, points that were on their way are waited for; much later it is not checked any more. */
    arrivalWaitMs: 5 * minute,
    arrivalLateMs: 60 * minute,
    /** So long before the time it counts that somebody came. */
    arrivalBeforeMs: 60 * minute,
    keptMs: 90 * 24 * 60 * minute,
    acknowledgedAtOnce: 500,
  },
  /** Reports about weeks: how far back, and how many devices one report has. */
  report: { weeksBack: 12, devices: 1000 },
  /** The owner's map of streets is sent in ranges of at most this size; its tiles and indexes are far smaller. */
  mapTiles: { rangeBytes: 8 * megabyte },
  /**
   * A map that the owner fetches. `zooms`: how much detail can be chosen, from main roads over all streets to houses.
   * `estimateMs`: how long the source is asked for the size of an area.
   */
  mapData: {
    maxBytes: 4096 * megabyte,
    zooms: [10, 13, 15],
    maxLatitude: 85,
    estimateMs: minute,
    attributionMaxLength: 1000,
  },
  device: deviceLimits,
} as const;
