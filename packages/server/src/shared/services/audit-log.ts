import type { AuditAction, AuditDetails, Capability } from '@fairwatch/contract';

/** What somebody did, or tried to do, to a device. */
export interface AuditEntry {
  deviceId: number;
  /** Null when the actor is the device's person or the server. */
  actorId: number | null;
  actorName: string;
  action: AuditAction;
  /** The path of the endpoint or socket. It contains no personal data, because it survives the erasure of details. */
  subject: string;
  /** The capability that was used, for which the entry also states reason and approval; omitted where none is needed. */
  capability?: Capability | null;
  /** Everything personal: it is erased when the person leaves. */
  details?: Readonly<AuditDetails>;
}

/** Writes the logs of the devices, and remembers what it wrote lately, so that a page that is read again is one line. */
export interface AuditLog {
  /** Writes entries of any devices together with those of others at the same moment. Resolves when they are committed. */
  write(entries: readonly AuditEntry[]): Promise<void>;
  audits: RecentAudits;
  exports: ExportChains;
  previews: ShownPreviews;
  seen: SeenItems;
}

export interface RecentAudits {
  /** Finds the write with this key of the last five minutes, done or in progress. */
  find(what: string): Promise<void> | undefined;
  /** Writes unless the same key was written within five minutes; joins a write in progress. */
  once(what: string, write: () => Promise<void>): Promise<void>;
}

/**
 * Recognises the pages of an export. An export reads a list page by page, each from the cursor where the previous one ended.
 * Its first page is logged with the number of all rows, so the following pages need no entry of their own; a page from any
 * other cursor does.
 */
export interface ExportChains {
  /** True when a page that begins at this cursor continues an export that was logged. */
  goesOn(list: string, after: string): boolean;
  /** Stores where a page of an export ended. `next` is undefined at the end of the list. */
  follow(list: string, after: string, next: string | undefined): void;
}

/**
 * Recognises previews that belong to a list. A page of pictures is logged as one entry ("looked at 60 photos and videos"),
 * which covers the previews on it. So a logged list allows as many previews as it has rows; a further one, or one without a
 * list, gets its own entry.
 */
export interface ShownPreviews {
  /** Adds the previews that a logged list allows; `what` is the device and the capability. */
  allow(page: ShownTo, rows: number): void;
  /** True when a preview is covered by a logged list. Each picture is counted once. */
  take(page: ShownTo, sha256: string): boolean;
  forgetSession(session: string): void;
}

/** What a session is shown; `session` is its key. */
export interface ShownTo {
  session: string;
  what: string;
}

/** Remembers which items each session was shown in a list, so that a list that refreshes itself is not logged each time. */
export interface SeenItems {
  /**
   * Calls `write` with the items that this list has not shown within the hour, nor since a pause of `gapMs` in which it was not shown
   * at all. Resolves when all of them are written, also those that a parallel request is writing. Items that could not be written count
   * as not shown.
   */
  once(
    list: ShownTo,
    items: readonly number[],
    write: (fresh: readonly number[]) => Promise<void>,
    gapMs?: number,
  ): Promise<void>;
  forgetSession(session: string): void;
}
