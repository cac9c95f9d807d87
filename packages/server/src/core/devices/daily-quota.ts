import { AppError } from '../app-error.ts';
import type { Services } from '../services.ts';
import { chargeUsage, refundUsage, type UsageKind } from './usage.store.ts';

const megabyte = 1024 * 1024;
/** A stream is counted whenever this much of it has come. */
const countedAtOnce = 256 * 1024;

const words: Record<UsageKind, string> = { UPLOADS: 'files', TICKET_FILES: 'files for tickets' };

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

/** Refuses what is more than is left of the day's quota, before its first byte. Nothing is counted yet. */
export async function checkQuota(
  services: Pick<Services, 'db' | 'config'>,
  sending: Sending,
  needed: number,
): Promise<void> {
  await charge(services, sending, { bytes: 0, needed });
}

/**
 * Counts a request's bytes before they are read, and refuses them when they are more than is left of the day's quota. Those
 * that `receive` does not report did not come, and are taken off again.
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

/** Counts a stream of unknown length while it comes, and refuses it where the day's quota ends. */
export async function* countedStream(
  services: Pick<Services, 'db' | 'config'>,
  sending: Sending,
  stream: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let uncounted = 0;
  for await (const piece of stream) {
    uncounted += piece.length;
    if (uncounted >= countedAtOnce) {
      await charge(services, sending, { bytes: uncounted, needed: uncounted });
      uncounted = 0;
    }
    yield piece;
  }
  await charge(services, sending, { bytes: uncounted, needed: uncounted });
}
