import { cdnList, downloadFile, limits, percentOf, type CdnFile } from '@fairwatch/contract';
import { clientErrorText } from '../../../../core/api/error-text.ts';
import { call } from '../../../../core/api/client.ts';
import { apiBaseUrl } from '../../../../core/api/environments.ts';
import { ApiError } from '../../../../core/api/api-error.ts';
import { saveAs, saveBlob } from '../../../../core/content/save-as.ts';
import { i18n } from '../../../../core/i18n/i18n.ts';
import { splitPath } from '../file-path.ts';

/** Larger files are left to the browser's own download, because showing the progress needs the whole file in memory. */
const maxBytesInMemory = 256 * 1024 * 1024;

/** The input of `cdnList` that finds the stored copies of a file by name, newest first. */
export function storedFilesInput(deviceId: number, path: string) {
  return { deviceId, search: splitPath(path).name.slice(0, limits.search.maxLength), pageSize: 100 };
}

/** True when a stored file was fetched from this path of the device. */
export function isStoredFrom({ filePath, direction }: CdnFile, path: string): boolean {
  return filePath === path && direction === 'FROM_DEVICE';
}

/** The newest copy of a device's file that was stored since a moment; undefined when there is none. */
async function findStoredSince(deviceId: number, path: string, since: string): Promise<CdnFile | undefined> {
  const { data } = await call(cdnList, storedFilesInput(deviceId, path));
  return data.find((each) => isStoredFrom(each, path) && each.storedAt >= since);
}

/** Starts the browser's own download of a stored file. */
export async function startBrowserDownload(deviceId: number, id: number): Promise<void> {
  const { data } = await call(downloadFile, { deviceId, id });
  saveAs(apiBaseUrl + data.url, data.fileName);
}

/** The progress of saving fetched files on this computer. */
export interface Saving {
  name: string;
  /** From 1. */
  position: number;
  total: number;
  /** The progress of this file, 0 to 100. */
  percent: number;
}

interface FetchedFiles {
  deviceId: number;
  paths: readonly string[];
  /** Older copies are not saved: the fetch of their file has failed. */
  since: string;
}

/** Saves files that were fetched from a device on this computer, one after the other. Those that did not arrive are left out. */
export async function saveFetchedFiles(
  { deviceId, paths, since }: FetchedFiles,
  signal: AbortSignal,
  onChange: (saving: Saving) => void,
): Promise<void> {
  const total = paths.length;
  for (const [index, path] of paths.entries()) {
    signal.throwIfAborted();
    const stored = await findStoredSince(deviceId, path, since);
    if (stored === undefined) continue;
    const report = (share: number) => {
      onChange({ name: splitPath(path).name, position: index + 1, total, percent: percentOf(share, 1) });
    };
    report(0);
    await downloadFileWithProgress(deviceId, stored, signal, report);
  }
}

/** Saves a stored file on this computer and reports the received share, 0 to 1. */
async function downloadFileWithProgress(
  deviceId: number,
  { id, fileSize }: Pick<CdnFile, 'id' | 'fileSize'>,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<void> {
  const { data } = await call(downloadFile, { deviceId, id }, signal);
  const address = apiBaseUrl + data.url;
  if (fileSize > maxBytesInMemory) return saveAs(address, data.fileName);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let receivedBytes = 0;
  for await (const part of await openParts(address, signal)) {
    parts.push(part);
    receivedBytes += part.length;
    onShare(fileSize === 0 ? 1 : receivedBytes / fileSize);
  }
  saveBlob(new Blob(parts), data.fileName);
}

async function openParts(address: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array<ArrayBuffer>>> {
  const response = await fetch(address, { signal });
  if (!response.ok || response.body === null)
    throw new ApiError(clientErrorText('socket_unreachable'), response.status);
  return readParts(response.body.getReader(), signal);
}

async function* readParts(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, signal: AbortSignal) {
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      // The browser would say "network error", even when the server ended the download because consent was withdrawn.
      throw signal.aborted ? error : new Error(i18n.t('files:jobs.brokenOff'));
    });
    if (done) return;
    yield value;
  }
}
