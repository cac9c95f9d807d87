import type { Capability } from '@fairwatch/contract';
import type { Logger } from 'pino';
import type { Bus, BusEvents } from '../bus.ts';

/** Whose bytes are on their way, and what must hold until the last one has left. */
export interface TransferSubject {
  /** The device whose data it is; null when only `isAllowed` knows, or when it is nobody's. */
  deviceId: number | null;
  /** The transfer stops when the person no longer shares this. Null when `isAllowed` decides instead. */
  capability: Capability | null;
  /** The command that the bytes belong to: they stop when it is cancelled. */
  commandId?: number;
  /** The admin's session that fetches them; they stop when it ends. */
  tokenHash?: Buffer;
  /** Checks again, without an entry in a log, whether the caller may have them. Asked when something changed that could matter. */
  isAllowed?(): Promise<boolean>;
}

/** One download or upload from before it is checked until its last byte. */
export interface Transfer {
  /** Aborted when the transfer must stop. */
  readonly signal: AbortSignal;
  /** To be called once it is over. */
  end(): void;
}

/** Why a transfer was cut, for the log. */
type CutReason = 'not_shared' | 'device_left' | 'session_ended' | 'command_cancelled' | 'not_allowed';

interface OpenTransfer extends TransferSubject {
  abort: AbortController;
}

/** Knows every transfer of somebody's data that is under way, and cuts it at the moment it is no longer allowed. */
export interface OpenTransfers {
  /**
   * Begins to watch over a transfer. To be called before its access is checked: what changes between the check and the first
   * byte is noticed, too.
   */
  begin(subject: TransferSubject): Transfer;
  /** How many are open. */
  readonly size: number;
}

/** Follows what the bus tells about sharing, devices, sessions, commands and access. */
export function createOpenTransfers({ bus, log }: { bus: Bus; log: Logger }): OpenTransfers {
  const open = new Set<OpenTransfer>();

  function cut(transfer: OpenTransfer, reason: CutReason): void {
    if (!open.delete(transfer)) return;
    const { deviceId, capability, abort } = transfer;
    log.info({ event: 'transfer.cut', deviceId, capability, reason }, 'Cut a transfer that is no longer allowed');
    abort.abort();
  }

  /** Cuts those that a check refuses. One that cannot be checked is cut as well. */
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

  const those = (isMeant: (transfer: OpenTransfer) => boolean) => Array.from(open).filter(isMeant);

  bus.subscribe('sharingChanged', ({ deviceId, shared }) => {
    for (const transfer of those((each) => each.deviceId === deviceId)) {
      if (transfer.capability !== null && !shared.includes(transfer.capability)) cut(transfer, 'not_shared');
    }
    const unsure = (each: OpenTransfer) => each.deviceId === null || each.deviceId === deviceId;
    recheck(
      those((each) => each.capability === null && unsure(each)),
      'not_shared',
    );
  });
  bus.subscribe('deviceLeft', ({ deviceId }) => {
    for (const transfer of those((each) => each.deviceId === deviceId)) cut(transfer, 'device_left');
    // An attachment's ticket may have been this device's, and is gone with it.
    recheck(
      those((each) => each.deviceId === null),
      'device_left',
    );
  });
  bus.subscribe('commandCancelled', ({ commandId }) => {
    for (const transfer of those((each) => each.commandId === commandId)) cut(transfer, 'command_cancelled');
  });
  bus.subscribe('sessionEnded', ({ tokenHash }) => {
    for (const transfer of those((each) => each.tokenHash?.toString('hex') === tokenHash)) {
      cut(transfer, 'session_ended');
    }
  });
  // Whose session a transfer is has not always been read at this point, so all of them are checked. Both events are rare.
  const recheckSessions = () =>
    recheck(
      those((each) => each.tokenHash !== undefined),
      'not_allowed',
    );
  bus.subscribe('accessChanged', recheckSessions);
  bus.subscribe('changed', ({ feature }: BusEvents['changed']) => {
    if (feature === 'assignments') recheckSessions();
  });

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
