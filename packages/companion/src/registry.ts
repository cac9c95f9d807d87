import type { Act, Acts, Collect, Collectors, OpenLiveView, WatchPosition, Store } from '@fairwatch/device/core';
import type { CommandType, DeviceFeatureId } from '@fairwatch/contract';
import { watchBrowserPosition } from './core/browser/watch-position.ts';
import type { LiveState } from './core/live/live-state.ts';
import type { Database } from './core/storage/database.ts';
import { t } from './core/browser/browser.texts.ts';

/** The dependencies of the command handlers. */
export interface AbilityParts {
  database: Database;
  live: Store<LiveState>;
}

const gallery = () => import('./features/gallery/gallery.collect.ts');

/** Loads a collector on first use, since the join page needs none of them. */
function lazyCollect<Id extends DeviceFeatureId>(load: () => Promise<Collect<Id>>): Collect<Id> {
  return async (work) => await (await load())(work);
}

/** Like `lazyCollect`, for one command handler of a group. */
function lazyAct<Type extends CommandType>(type: Type, load: () => Promise<Acts>): Act<Type> {
  return async (params, work) => {
    const act: Act<Type> | undefined = (await load())[type];
    if (!act) throw new Error(t('cannot'));
    return await act(params, work);
  };
}

/** The collectors and command handlers of a browser, one entry per feature that a browser can have. */
export function createAbilities({ database, live }: AbilityParts): {
  collectors: Partial<Collectors>;
  acts: Acts;
  watchPosition: WatchPosition;
  openLiveView: OpenLiveView;
} {
  const files = async () => (await import('./features/files/files.collect.ts')).fileActs(database);
  const captures = async () => (await import('./features/capture/capture.collect.ts')).captureActs(live);
  return {
    collectors: {
      contacts: lazyCollect(async () =>
        (await import('./features/contacts/contacts.collect.ts')).collectContacts(database),
      ),
      'calendar-events': lazyCollect(async () =>
        (await import('./features/calendar-events/calendar-events.collect.ts')).collectCalendarEvents(database),
      ),
      gallery: lazyCollect(async () => (await gallery()).collectGallery(database)),
      files: lazyCollect(async () => (await import('./features/files/files.collect.ts')).collectFiles(database)),
      locations: lazyCollect(async () =>
        (await import('./features/locations/locations.collect.ts')).collectLocations(),
      ),
      'app-permissions': lazyCollect(async () =>
        (await import('./features/app-permissions/app-permissions.collect.ts')).collectAppPermissions(),
      ),
      'device-info': lazyCollect(async () =>
        (await import('./features/device-info/device-info.collect.ts')).collectDeviceInfo(),
      ),
    },
    openLiveView: async (wanted) =>
      await (await import('./features/live-view/open-live-view.ts')).openLiveView(live)(wanted),
    watchPosition: (...handlers) => watchBrowserPosition()(...handlers),
    acts: {
      FETCH_MEDIA: lazyAct('FETCH_MEDIA', async () => ({ FETCH_MEDIA: (await gallery()).fetchMedia(database) })),
      SEND_FILE: lazyAct('SEND_FILE', files),
      RECEIVE_FILES: lazyAct('RECEIVE_FILES', files),
      CREATE_FOLDER: lazyAct('CREATE_FOLDER', files),
      RENAME_FILE: lazyAct('RENAME_FILE', files),
      DELETE_FILE: lazyAct('DELETE_FILE', files),
      CAPTURE_PHOTO: lazyAct('CAPTURE_PHOTO', captures),
      CAPTURE_VIDEO: lazyAct('CAPTURE_VIDEO', captures),
      CAPTURE_VOICE: lazyAct('CAPTURE_VOICE', captures),
    },
  };
}
