/**
 * The S3 store did not answer, or answered with a failure of its own. It is no `AppError`, so that an upload that meets it is
 * kept and can be continued; callers get `unavailable`.
 */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The S3 store does not answer.', { cause });
    this.name = 'StoreUnavailable';
  }
}

/** The S3 store has no space left for this bucket. Its code is that of a disk quota, by which `isDiskFull` recognises it. */
export class StoreFull extends Error {
  readonly code = 'EDQUOT';

  constructor(cause: unknown) {
    super('The S3 store is full.', { cause });
    this.name = 'StoreFull';
  }
}
