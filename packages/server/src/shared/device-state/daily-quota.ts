import { AppError } from '../../core/app-error.ts';
import type { Services } from '../services/services.ts';
import { chargeUsage, refundUsage, type UsageKind } from './usage.store.ts';

const megabyte = 1024 * 1024;
/** A stream is charged in steps of this many bytes. */
const chargeEveryBytes = 256 * 1024;

const words: Record<UsageKind, string> = { UPLOADS: 'files', TICKET_FILES: 'files for requests' };

interface Sending {
  deviceId: number;
  kind: UsageKind;
}

function quotaOf({ config }: Pick<Services, 'config'>, kind: UsageKind): number {
  return kind === 'UPLOADS' ? config.uploadsMegabytesPerDay : config.ticketFilesMegabytesPerDay;
}

async function charge(
  services: Pick<Services, 'db' | 'config'>,
  { deviceId, kind }: Sending,
  { bytes, needed }: { bytes: number; needed: number },
): Promise<string> {
  const megabytes = quotaOf(services, kind);
  const day = await chargeUsage(services.db, { deviceId, kind, bytes, needed, quota: megabytes * megabyte });
  if (day === null) throw new AppError('daily_quota', { megabytes, what: words[kind] });
  return day;
}

/** Throws when `needed` bytes exceed what is left of today's quota. Nothing is charged yet. */
export async function checkQuota(
  services: Pick<Services, 'db' | 'config'>,
  sending: Sending,
  needed: number,
): Promise<void> {
  await charge(services, sending, { bytes: 0, needed });
}

/**
 * Charges a request's bytes before they are read, and throws when they exceed what is left of today's quota. Bytes that
 * `receive` does not report did not arrive and are refunded.
 */
export async function withinQuota<Result>(
  services: Pick<Services, 'db' | 'config'>,
  sending: Sending,
  bytes: number,
  receive: (count: (received: number) => void) => Promise<Result>,
): Promise<Result> {
  const day = await charge(services, sending, { bytes, needed: bytes });
  let received = 0;
  try {
    return await receive((more) => (received += more));
  } finally {
    const unused = bytes - received;
    if (unused > 0) await refundUsage(services.db, { ...sending, day, bytes: unused });
  }
}

/** Charges a stream of unknown length while it arrives, and throws when today's quota is exhausted. */
export async function* countedStream(
  services: Pick<Services, 'db' | 'config'>,
  sending: Sending,
  stream: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let uncounted = 0;
  for await (const piece of stream) {
    uncounted += piece.length;
    if (uncounted >= chargeEveryBytes) {
      await charge(services, sending, { bytes: uncounted, needed: uncounted });
      uncounted = 0;
    }
    yield piece;
  }
  await charge(services, sending, { bytes: uncounted, needed: uncounted });
}
