import { saveBlob } from '../../../../core/content/save-as.ts';
import { collectRows, type FetchPage } from '../../../../core/export/collect-rows.ts';
import { fileNameOf } from '../../../../core/export/export-file-name.ts';
import type { Location } from '../locations.columns.tsx';
import { trackFile, trackFileTypes, type TrackFormat } from './track-file.ts';

interface TrackSource {
  format: TrackFormat;
  device: string;
  /** The first day of the track. */
  day: string;
  fetchPage: FetchPage<Location>;
  signal: AbortSignal;
}

/** Reads all points of a track, saves them as a file and returns their number. */
export async function saveTrack({ format, device, day, fetchPage, signal }: TrackSource): Promise<number> {
  const points: Location[] = [];
  for await (const { rows } of collectRows(fetchPage, signal)) points.push(...rows);
  const parts = trackFile(format, `${device}, ${day}`, points);
  saveBlob(
    new Blob(parts, { type: trackFileTypes[format] }),
    `${fileNameOf(['locations', device], day)}.${format.toLowerCase()}`,
  );
  return points.length;
}
