import { createFolder, files, receiveFiles } from '@fairwatch/contract';
import { urlSearchText, urlText } from '../../../../core/components/filters/list-search.ts';
import { useUrlSearch } from '../../../../core/components/filters/use-list-search.ts';
import { deviceRefusal } from '../../../../shared/device-feature/consent/device-refusal.ts';
import { useDisabledReason } from '../../../../shared/device-feature/commands/use-disabled-reason.ts';
import { useDeviceFeature, type DeviceFeatureList } from '../../../../shared/device-feature/use-device-feature.ts';
import type { FileRow } from '../file-path.ts';

/** The folder that the page shows, and what an admin can do in it. */
export interface OpenFolder {
  list: DeviceFeatureList<FileRow>;
  path: string;
  /** True while a search covers all folders instead of the open one. */
  searching: boolean;
  open: (path: string) => void;
  /**
   * Why nothing can be uploaded here, or null. An offline or busy device is no reason: the server stores the files
   * until it fetches them.
   */
  uploadReason: string | null;
  /** The client's own explanation of why it cannot receive files, shown in full; null when it can. */
  uploadRefusal: string | null;
  /** Why no folder can be created here, or null. */
  newFolderReason: string | null;
}

/** The folder in the URL (`in`), or the search results across all folders. */
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
    uploadReason: useDisabledReason(receiveFiles, {
      error: list.rows.error,
      open: null,
      asks: { device: list.device, command: 'RECEIVE_FILES' },
    }),
    uploadRefusal: deviceRefusal(list.device, 'RECEIVE_FILES'),
    newFolderReason: useDisabledReason(createFolder, {
      error: list.rows.error,
      open: list.commands.open,
      asks: { device: list.device, command: 'CREATE_FOLDER' },
    }),
  };
}

/** The props that the list and the tiles of a folder share. */
export interface FolderContentProps {
  folder: OpenFolder;
  /** True when the admin may select files to download or delete. */
  canSelect: boolean;
  onOpen: (file: FileRow) => void;
}
