import type { Capability } from '@fairwatch/contract';
import type { Infrastructure } from '../infrastructure.ts';
import type { BusEvents } from '../server-bus.ts';
import { findStopped } from './stopped-transfers.store.ts';

/** What a transfer depends on until its last byte. */
export interface TransferSubject {
  /** The device whose data it is; null when it belongs to none, or when only `isAllowed` knows. */
  deviceId: number | null;
  /** The capability that must stay shared; null when `isAllowed` decides instead. */
  capability: Capability | null;
  /** The command of an upload, which stops when it is cancelled. */
  commandId?: number;
  /** The hash of the session's token; the transfer stops when the session ends. */
  tokenHash?: Buffer;
  /**
   * Checks again, without logging, whether the caller may have the data. It is called when something changed that could
   * matter.
   */
  isAllowed?(): Promise<boolean>;
}

/** One download or upload, from before it is checked until its last byte. */
export interface Transfer {
  /** Aborts when the transfer must stop. */
  readonly signal: AbortSignal;
  /** Call it when the transfer is over. */
  end(): void;
}

/** Why a transfer was cut, for the log. */
type CutReason = 'not_shared' | 'device_left' | 'session_ended' | 'command_cancelled' | 'not_allowed';

interface OpenTransfer extends TransferSubject {
  abort: AbortController;
}

/** Tracks every open transfer of personal data, and cuts it as soon as it is no longer allowed. */
export interface OpenTransfers {
  /**
   * Registers a transfer. Call it before checking its access, so that a change between the check and the first byte is
   * noticed.
   */
  begin(subject: TransferSubject): Transfer;
  /** The number of open transfers. */
  readonly size: number;
}

/** Listens to bus events about sharing, devices, sessions, commands and access. */
export function createOpenTransfers({ bus, db, log }: Pick<Infrastructure, 'bus' | 'db' | 'log'>): OpenTransfers {
  const open = new Set<OpenTransfer>();

  function cut(transfer: OpenTransfer, reason: CutReason): void {
    if (!open.delete(transfer)) return;
    const { deviceId, capability, abort } = transfer;
    log.info({ event: 'transfer.cut', deviceId, capability, reason }, 'Cut a transfer that is no longer allowed');
    abort.abort();
  }

  /** Cuts transfers whose check refuses them or fails. */
  function recheck(transfers: readonly OpenTransfer[], reason: CutReason): void {
    for (const transfer of transfers) {
      transfer.isAllowed?.().then(
        (allowed) => void (allowed || cut(transfer, reason)),
        (error: unknown) => {
          log.warn({ err: error, event: 'transfer.check_failed' }, 'Failed to check whether a transfer may go on');
          cut(transfer, reason);
        },
      );
    }
  }

  /** Cuts transfers of devices themselves that may not go on: those of admins have a check of their own. */
  async function cutStopped(transfers: readonly OpenTransfer[]): Promise<void> {
    if (transfers.length === 0) return;
    const { left, cancelled } = await findStopped(db, {
      deviceIds: transfers.flatMap(({ deviceId }) => deviceId ?? []),
      commandIds: transfers.flatMap(({ commandId }) => commandId ?? []),
    });
    for (const transfer of transfers) {
      if (left.has(transfer.deviceId ?? 0)) cut(transfer, 'device_left');
      else if (cancelled.has(transfer.commandId ?? 0)) cut(transfer, 'command_cancelled');
    }
  }

  const filterOpen = (isMeant: (transfer: OpenTransfer) => boolean) => Array.from(open).filter(isMeant);

  /** Cuts those of these transfers that may not go on by what the database says, and all of them when it cannot be asked. */
  async function checkInDatabase(transfers: readonly OpenTransfer[], reason: CutReason): Promise<void> {
    // Caches that listen to the same event are emptied first.
    await Promise.resolve();
    recheck(transfers, reason);
    const own = transfers.filter((each) => each.isAllowed === undefined);
    await cutStopped(own).catch((error: unknown) => {
      log.warn({ err: error, event: 'transfer.check_failed' }, 'Failed to check whether a transfer may go on');
      for (const transfer of own) cut(transfer, reason);
    });
  }

  // What this server has just written takes effect at once.
  bus.subscribeLocal('sharingChanged', ({ deviceId, shared }) => {
    for (const transfer of filterOpen((each) => each.deviceId === deviceId)) {
      if (transfer.capability !== null && !shared.includes(transfer.capability)) cut(transfer, 'not_shared');
    }
    const unsure = (each: OpenTransfer) => each.deviceId === null || each.deviceId === deviceId;
    recheck(
      filterOpen((each) => each.capability === null && unsure(each)),
      'not_shared',
    );
  });
  bus.subscribeLocal('deviceLeft', ({ deviceId }) => {
    for (const transfer of filterOpen((each) => each.deviceId === deviceId)) cut(transfer, 'device_left');
    // The ticket of an attachment may have been this device's, and is deleted with it.
    recheck(
      filterOpen((each) => each.deviceId === null),
      'device_left',
    );
  });
  bus.subscribeLocal('commandCancelled', ({ commandId }) => {
    for (const transfer of filterOpen((each) => each.commandId === commandId)) cut(transfer, 'command_cancelled');
  });
  bus.subscribeLocal('sessionEnded', ({ tokenHash }) => {
    for (const transfer of filterOpen((each) => each.tokenHash?.toString('hex') === tokenHash)) {
      cut(transfer, 'session_ended');
    }
  });
  // The session of a transfer may not have been read yet, so all of them are checked. Both events are rare.
  const recheckSessions = () =>
    recheck(
      filterOpen((each) => each.tokenHash !== undefined),
      'not_allowed',
    );
  bus.subscribe('accessChanged', recheckSessions);
  bus.subscribe('changed', ({ feature }: BusEvents['changed']) => {
    if (feature === 'assignments') recheckSessions();
  });

  // An event of another server only says which transfers to look at.
  const isAbout = (deviceId: number) => (each: OpenTransfer) => each.deviceId === null || each.deviceId === deviceId;
  bus.subscribeRemote('sharingChanged', ({ deviceId }) => {
    void checkInDatabase(filterOpen(isAbout(deviceId)), 'not_shared');
  });
  bus.subscribeRemote('deviceLeft', ({ deviceId }) => {
    void checkInDatabase(filterOpen(isAbout(deviceId)), 'device_left');
  });
  bus.subscribeRemote('commandCancelled', ({ commandId }) => {
    void checkInDatabase(
      filterOpen((each) => each.commandId === commandId),
      'command_cancelled',
    );
  });
  bus.subscribeRemote('sessionEnded', ({ tokenHash }) => {
    void checkInDatabase(
      filterOpen((each) => each.tokenHash?.toString('hex') === tokenHash),
      'session_ended',
    );
  });
  // Any of these events may have been lost.
  bus.onGap(() => void checkInDatabase(Array.from(open), 'not_allowed'));

  return {
    begin(subject) {
      const transfer = { ...subject, abort: new AbortController() };
      open.add(transfer);
      return { signal: transfer.abort.signal, end: () => void open.delete(transfer) };
    },
    get size() {
      return open.size;
    },
  };
}
