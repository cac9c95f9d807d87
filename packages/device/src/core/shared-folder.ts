import { percentOf, type CommandParams } from '@fairwatch/contract';
import type { Acts, OutgoingFile, RowOf, Work } from './handlers.ts';

/** The folder that a device shares. Paths are names with `/` between them, checked before they come here. */
export interface SharedFolder {
  /** Everything in it, all the way down. */
  list(): Promise<readonly RowOf<'files'>[]>;
  /** A file's bytes. */
  open(path: string): Promise<OutgoingFile>;
  /** Begins to write a file into one of its folders. */
  begin(folder: string, name: string): Promise<ArrivingFile>;
  /** Creates an empty folder in one of its folders, and gives back its row. */
  create(folder: string, name: string): Promise<RowOf<'files'>>;
  rename(path: string, name: string): Promise<void>;
  /** With all that lies below it. */
  remove(path: string): Promise<void>;
}

/** A file on its way into the shared folder. Nobody sees it there before it is kept. */
export interface ArrivingFile {
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Puts it into its folder, if its bytes are those that were announced. Where the name is taken, both are kept: it gets a
   * free one, as its row says.
   */
  keep(sha256: string): Promise<RowOf<'files'>>;
  /** Forgets it, kept or not begun as well. */
  discard(): Promise<void>;
}

/** What admins can ask of a shared folder beside its list. What it cannot do, it throws in words. */
export function folderActs(folder: SharedFolder): Acts {
  return {
    SEND_FILE: async ({ path }, work) => {
      work.report(0, 'UPLOADING');
      const tell = inPercent((percent) => work.report(percent, 'UPLOADING'));
      const sha256 = await work.upload(await folder.open(path), tell);
      return [{ key: 'file', sha256 }];
    },
    RECEIVE_FILES: (params, work) => receive(folder, params, work),
    CREATE_FOLDER: async ({ folder: place, name }) => [await folder.create(place, name)],
    RENAME_FILE: async ({ path, name }) => {
      await folder.rename(path, name);
      return [];
    },
    DELETE_FILE: async ({ path }) => {
      await folder.remove(path);
      return [];
    },
  };
}

/** All of them or none: they are put into the folder when the last one is there and right. */
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

/** Turns bytes into whole percents, and tells each once. */
function inPercent(tell: (percent: number) => void): (done: number, total: number) => void {
  let told = 0;
  return (done, total) => {
    const percent = total === 0 ? 100 : percentOf(done, total);
    if (percent <= told) return;
    told = percent;
    tell(percent);
  };
}
