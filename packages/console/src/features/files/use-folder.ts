import { createFolder, files, receiveFiles } from '@fairwatch/contract';
import { urlSearchText, urlText } from '../../core/components/list-search.ts';
import { useUrlSearch } from '../../core/components/use-list-search.ts';
import { deviceRefusal } from '../../core/device-feature/device-refusal.ts';
import { useAskReason } from '../../core/device-feature/use-ask-reason.ts';
import { useDeviceFeature, type DeviceFeatureList } from '../../core/device-feature/use-device-feature.ts';
import type { FileRow } from './file-row.ts';

/** The folder that the page shows, with the way to others. */
export interface OpenFolder {
  list: DeviceFeatureList<FileRow>;
  path: string;
  /** A search goes through all folders. */
  searching: boolean;
  open: (path: string) => void;
  /** Why nothing can be uploaded here, or null. A busy or absent device is no reason: the server keeps it till then. */
  uploadReason: string | null;
  /** The part of that which the device's own words say, to be written out; null for none. */
  uploadRefusal: string | null;
  /** Why no folder can be created here, or null. */
  newFolderReason: string | null;
}

/** The folder that the URL names. */
export function useFolder(): OpenFolder {
  const { raw, patch } = useUrlSearch();
  const path = urlText(raw.in);
  const searching = urlSearchText(raw.search) !== '';
  const list = useDeviceFeature(files, { only: searching ? {} : { parent: path } });
  return {
    list,
    path,
    searching,
    open: (next) => patch({ in: next === '' ? undefined : next, page: undefined, search: undefined }),
    uploadReason: useAskReason(receiveFiles, {
      error: list.rows.error,
      pending: false,
      asks: { device: list.device, command: 'RECEIVE_FILES' },
    }),
    uploadRefusal: deviceRefusal(list.device, 'RECEIVE_FILES'),
    newFolderReason: useAskReason(createFolder, {
      error: list.rows.error,
      pending: list.commands.open !== null,
      asks: { device: list.device, command: 'CREATE_FOLDER' },
    }),
  };
}

/** A folder, and what its content can be used for. */
export interface ShownFolder {
  folder: OpenFolder;
  /** Whether files can be chosen here. */
  choosing: boolean;
  onOpen: (file: FileRow) => void;
}
