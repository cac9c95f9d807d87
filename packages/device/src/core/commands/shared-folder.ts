import { pathsOf, percentOf, type CommandParams } from '@fairwatch/contract';
import { forEachFile } from './each-file.ts';
import type { Acts, RowOf, Work } from './handlers.ts';
import type { OutgoingFile } from '../files/upload-file.ts';

/** The folder that a device shares. Paths are names joined by `/`, validated by the caller. */
export interface SharedFolder {
  /** Lists all files and folders in it, recursively. */
  list(): Promise<readonly RowOf<'files'>[]>;
  /** A file's bytes. */
  open(path: string): Promise<OutgoingFile>;
  /** Begins to write a file into one of its folders. */
  begin(folder: string, name: string): Promise<ArrivingFile>;
  /** Creates an empty folder in one of its folders, and gives back its row. */
  create(folder: string, name: string): Promise<RowOf<'files'>>;
  rename(path: string, name: string): Promise<void>;
  /** Deletes a file, or a folder with everything in it. */
  remove(path: string): Promise<void>;
}

/** A file that is being written into the shared folder. It is invisible until `keep`. */
export interface ArrivingFile {
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Moves it into its folder if its hash is the announced one. If the name is taken both files are kept: this one gets a free name,
   * which is in the returned row.
   */
  keep(sha256: string): Promise<RowOf<'files'>>;
  /** Deletes it, also after `keep` and when nothing was written yet. */
  discard(): Promise<void>;
}

/** The handlers of the file commands. What a folder cannot do it throws, with a message for the admin. */
export function folderActs(folder: SharedFolder): Acts {
  return {
    SEND_FILE: (params, work) =>
      forEachFile(pathsOf(params), work, async (path, { report, upload }, index) => {
        report(0, 'UPLOADING');
        const tell = inPercent((percent) => report(percent, 'UPLOADING'));
        const sha256 = await upload(await folder.open(path), tell);
        return { key: params.paths ? String(index) : 'file', sha256 };
      }),
    RECEIVE_FILES: (params, work) => receive(folder, params, work),
    CREATE_FOLDER: async ({ folder: place, name }) => [await folder.create(place, name)],
    RENAME_FILE: async ({ path, name }) => {
      await folder.rename(path, name);
      return [];
    },
    DELETE_FILE: (params, work) =>
      forEachFile(pathsOf(params), work, async (path) => {
        await folder.remove(path);
        return null;
      }),
  };
}

/** Receives all files or none: they are moved into the folder once the last one has arrived and is checked. */
async function receive(
  folder: SharedFolder,
  { folder: place, files }: CommandParams<'RECEIVE_FILES'>,
  work: Work,
): Promise<RowOf<'files'>[]> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const tell = inPercent((percent) => work.report(percent));
  const arriving: { file: ArrivingFile; sha256: string }[] = [];
  let received = 0;
  try {
    for (const { name, sha256, size } of files) {
      const file = await folder.begin(place, name);
      arriving.push({ file, sha256 });
      const write = async (bytes: Uint8Array) => {
        await file.write(bytes);
        received += bytes.length;
        tell(received, total);
      };
      await work.fetchFile({ sha256, size, write });
    }
    work.signal.throwIfAborted();
    const rows: RowOf<'files'>[] = [];
    for (const { file, sha256 } of arriving) rows.push(await file.keep(sha256));
    return rows;
  } catch (error) {
    for (const { file } of arriving) await file.discard();
    throw error;
  }
}

/** Turns bytes into whole percents and reports each once. */
function inPercent(tell: (percent: number) => void): (done: number, total: number) => void {
  let told = 0;
  return (done, total) => {
    const percent = total === 0 ? 100 : percentOf(done, total);
    if (percent <= told) return;
    told = percent;
    tell(percent);
  };
}
