const second = 1000;
const minute = 60_000;
const megabyte = 1024 * 1024;

/** The limits of a device and its socket, a part of `limits`. */
export const deviceLimits = {
  heartbeatMs: 10 * second,
  silentAfterMs: 25 * second,
  helloWithinMs: 5 * second,
  /** The size of the largest frame, which contains rows. The limit of each frame type is in `deviceFrameBytes`. */
  maxFrameBytes: megabyte / 4,
  /** The maximum size of a frame that does not begin with its type. */
  maxUntypedFrameBytes: 4096,
  rowsPerBatch: 500,
  rowsPerCommand: 200_000,
  fieldsPerRow: 32,
  /** The size of all batches of one answer together. */
  bytesPerCommand: 128 * megabyte,
  /** The token bucket of a device over all its connections, in bytes: burst and rate. */
  bytesAtOnce: 12 * megabyte,
  bytesPerSecond: 4 * megabyte,
  /** The least that a frame or ping counts for, because handling it costs more than its bytes. */
  bytesPerFrame: 40 * 1024,
  /** The token bucket of connections: burst, and the time until one more is allowed. */
  connectsAtOnce: 20,
  connectEveryMs: 3 * second,
  /** The token bucket of the person's requests: burst and rate. `leave` is always accepted. */
  requestsAtOnce: 30,
  requestsPerSecond: 1,
  logPageSize: 50,
  endReasonMaxLength: 300,
  /** How long a device that an admin ended still gets the reason when it connects with its old token. */
  endingKnownMs: 30 * 24 * 60 * minute,
} as const;
