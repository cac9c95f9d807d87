import type { Acts, OutgoingFile, RowOf } from './handlers.ts';

/** The folder that a device shares. Paths are names with `/` between them, checked before they come here. */
export interface SharedFolder {
  /** Everything in it, all the way down. */
  list(): Promise<readonly RowOf<'files'>[]>;
  /** A file's bytes. */
  open(path: string): Promise<OutgoingFile>;
  rename(path: string, name: string): Promise<void>;
  /** With all that lies below it. */
  remove(path: string): Promise<void>;
}

/** What admins can ask of a shared folder beside its list. What it cannot do, it throws in words. */
export function folderActs(folder: SharedFolder): Acts {
  return {
    SEND_FILE: async ({ path }, work) => {
      const sha256 = await work.upload(await folder.open(path));
      return [{ key: 'file', sha256 }];
    },
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
