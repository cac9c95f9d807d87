import { folderActs, type Acts, type Collect } from '@fairwatch/device/core';
import type { Database } from '../../core/storage/database.ts';
import { sharedFolder } from './chosen-folder.ts';

/** Collects the entries of the shared folder. */
export function collectFiles(database: Database): Collect<'files'> {
  const folder = sharedFolder(database);
  return () => folder.list();
}

export function fileActs(database: Database): Acts {
  return folderActs(sharedFolder(database));
}
