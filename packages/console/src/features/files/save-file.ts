import { cdnList, clientErrors, downloadFile, limits, type CdnFile } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { apiBaseUrl } from '../../core/api/environments.ts';
import { ApiError } from '../../core/api/api-error.ts';
import { saveAs, saveBlob } from '../../core/content/save-as.ts';
import { i18n } from '../../core/i18n/i18n.ts';
import { placeOfPath } from './file-path.ts';

/** Up to this the page fetches a file itself and shows how far it is; the browser saves what is larger by itself. */
const shownUpTo = 256 * 1024 * 1024;

/** Asks for what the server has by the name of a file, newest first. */
export function storedFilesInput(deviceId: number, path: string) {
  return { deviceId, search: placeOfPath(path).name.slice(0, limits.search.maxLength), pageSize: 100 };
}

/** Whether a stored file came from this place of its device. */
export function isStoredFrom({ filePath, direction }: CdnFile, path: string): boolean {
  return filePath === path && direction === 'FROM_DEVICE';
}

/** The newest file that the server has from this place of a device. */
export async function storedFile(deviceId: number, path: string): Promise<CdnFile> {
  const { data } = await call(cdnList, storedFilesInput(deviceId, path));
  const found = data.find((each) => isStoredFrom(each, path));
  if (!found) throw new Error(clientErrors.unknown_error);
  return found;
}

/** Leaves it to the browser to save a stored file. */
export async function offerFile(deviceId: number, id: number): Promise<void> {
  const { data } = await call(downloadFile, { deviceId, id });
  saveAs(apiBaseUrl + data.url, data.fileName);
}

/** From the server to this computer, with the share that has arrived. */
export async function saveFile(
  deviceId: number,
  { id, fileSize }: Pick<CdnFile, 'id' | 'fileSize'>,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<void> {
  const { data } = await call(downloadFile, { deviceId, id }, signal);
  const address = apiBaseUrl + data.url;
  if (fileSize > shownUpTo) return saveAs(address, data.fileName);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let arrived = 0;
  for await (const part of await partsOf(address, signal)) {
    parts.push(part);
    arrived += part.length;
    onShare(fileSize === 0 ? 1 : arrived / fileSize);
  }
  saveBlob(new Blob(parts), data.fileName);
}

async function partsOf(address: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array<ArrayBuffer>>> {
  const response = await fetch(address, { signal });
  if (!response.ok || response.body === null) throw new ApiError(clientErrors.socket_unreachable, response.status);
  return readerOf(response.body.getReader(), signal);
}

async function* readerOf(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, signal: AbortSignal) {
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      // The browser's own words for it are "network error", also when the server cut what its person withdrew.
      throw signal.aborted ? error : new Error(i18n.t('files:jobs.brokenOff'));
    });
    if (done) return;
    yield value;
  }
}
