import { createFetcher } from './receive-file.ts';
import { createUploader } from './upload-file.ts';

type UploadOptions = Parameters<typeof createUploader>[0];
type OpenPath = Parameters<typeof createUploader>[1];
type Upload = ReturnType<typeof createUploader>;
type FetchFile = ReturnType<typeof createFetcher>;

/** Uploads and downloads the files of commands. All transfers stop when the device ends. */
export function createTransfers(options: UploadOptions & { openPath?: OpenPath }, over: AbortSignal) {
  const upload = createUploader(options, options.openPath);
  const fetchFile = createFetcher(options);
  const until = (signal: AbortSignal) => AbortSignal.any([signal, over]);
  return {
    upload: ((commandId, files, signal, watch) => upload(commandId, files, until(signal), watch)) satisfies Upload,
    fetchFile: ((commandId, wanted, signal) => fetchFile(commandId, wanted, until(signal))) satisfies FetchFile,
  };
}
