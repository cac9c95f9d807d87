import { limits } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { isDiskFull } from '../../../core/disk.ts';
import { AreaProblem } from '../../../core/pmtiles/extract-plan.ts';
import { InvalidPmtiles } from '../../../core/pmtiles/invalid-pmtiles.ts';
import { SourceProblem } from '../../../core/pmtiles/range-source.ts';

const gigabyte = 1024 ** 3;

/** Throws when a map of this size would be too large. */
export function checkMapSize(bytes: number): void {
  const { maxBytes } = limits.mapData;
  if (bytes <= maxBytes) return;
  throw new AppError('map_too_large', { size: (bytes / gigabyte).toFixed(1), max: maxBytes / gigabyte });
}

export function unreadableMap({ message: problem }: InvalidPmtiles): AppError {
  return new AppError('map_unreadable', { problem });
}

/** What the owner is told about an error while a map is read or checked; null for one that is a fault of the server. An uploaded file has
 * no host. */
export function mapProblem(error: unknown, host: string | null): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof InvalidPmtiles && host === null) return unreadableMap(error);
  if (error instanceof SourceProblem || error instanceof InvalidPmtiles) {
    return new AppError('map_source_failed', { host: host ?? '', problem: error.message });
  }
  if (error instanceof AreaProblem) return new AppError('map_area_refused', { problem: error.message });
  return isDiskFull(error) ? new AppError('disk_full') : null;
}
