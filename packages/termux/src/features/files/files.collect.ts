import { collectWords } from '@fairwatch/device/words';
import { folderActs, type Acts, type Collect, type SharedFolder } from '@fairwatch/device/core';
import { homePath } from '../../core/files/home-path.ts';
import { diskFolder } from './disk-folder.ts';

interface FilesParts {
  /** The folder that the person chose; null while they have not. Read for each command, because they can change it. */
  sharedFolder(): string | null;
  /** The companion's own folder, which is never shared: it holds the token. */
  stateFolder: string;
}

/** Collects the entries of the shared folder. */
export function collectFiles(parts: FilesParts): Collect<'files'> {
  return async () => await chosenFolder(parts).list();
}

export function fileActs(parts: FilesParts): Acts {
  return folderActs({
    list: async () => await chosenFolder(parts).list(),
    open: async (path) => await chosenFolder(parts).open(path),
    begin: async (folder, name) => await chosenFolder(parts).begin(folder, name),
    create: async (folder, name) => await chosenFolder(parts).create(folder, name),
    rename: async (path, name) => await chosenFolder(parts).rename(path, name),
    remove: async (path) => await chosenFolder(parts).remove(path),
  });
}

function chosenFolder({ sharedFolder, stateFolder }: FilesParts): SharedFolder {
  const chosen = sharedFolder();
  if (chosen === null) throw new Error(collectWords('files.notChosen'));
  return diskFolder(homePath(chosen), { without: [stateFolder] });
}
