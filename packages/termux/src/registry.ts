import type { Capability } from '@fairwatch/contract';
import type { Acts, Collectors, OpenLiveView, Store, WatchPosition } from '@fairwatch/device/core';
import type { CaptureScreens } from './core/capture/capture-screen.ts';
import type { LiveViewScreen } from './core/live-view/live-view-screen.ts';
import type { StateFolder } from './core/state/state-folder.ts';
import type { TermuxState } from './core/state/termux-state.ts';
import type { Termux } from './core/termux/termux.ts';
import { collectAppPermissions } from './features/app-permissions/app-permissions.collect.ts';
import { collectApps } from './features/apps/apps.collect.ts';
import { collectCalendarEvents } from './features/calendar-events/calendar-events.collect.ts';
import { collectCallLogs } from './features/call-logs/call-logs.collect.ts';
import { captureActs } from './features/capture/capture.collect.ts';
import { openTermuxLiveView } from './features/capture/live-view.collect.ts';
import { collectContacts } from './features/contacts/contacts.collect.ts';
import { collectDeviceInfo } from './features/device-info/device-info.collect.ts';
import { collectFiles, fileActs } from './features/files/files.collect.ts';
import { collectGallery, fetchMedia } from './features/gallery/gallery.collect.ts';
import { collectLocations } from './features/locations/locations.collect.ts';
import { watchTermuxPosition } from './features/locations/watch-position.ts';
import { collectMessages } from './features/messages/messages.collect.ts';

/** The dependencies of the command handlers. */
export interface AbilityParts {
  termux: Termux;
  folder: Pick<StateFolder, 'path'>;
  live: Store<TermuxState>;
  captures: CaptureScreens;
  liveViews: Pick<LiveViewScreen, 'visible' | 'note'>;
}

interface Abilities {
  collectors: Partial<Collectors>;
  acts: Acts;
  watchPosition: WatchPosition;
  openLiveView: OpenLiveView;
  /** Termux:API records sound into files only. */
  liveViewSound: false;
}

/** The collectors and command handlers of a phone with Termux, one entry per feature. */
export function createAbilities({ termux, folder, live, captures, liveViews }: AbilityParts): Abilities {
  const stateFolder = folder.path;
  const isShared = (capability: Capability) => live.get().grants.capabilities.includes(capability);
  const files = { sharedFolder: () => live.get().choices.sharedFolder, stateFolder };
  const gallery = { termux, mediaFolders: () => live.get().choices.mediaFolders, stateFolder };
  const { CAPTURE_PHOTO, CAPTURE_VOICE } = captureActs({
    termux,
    stateFolder,
    screen: captures.screen,
    wait: captures.wait,
  });
  return {
    collectors: {
      contacts: collectContacts(termux),
      'call-logs': collectCallLogs(termux),
      messages: collectMessages(termux),
      'calendar-events': collectCalendarEvents(() => live.get().choices.calendarFiles),
      gallery: collectGallery(gallery),
      locations: collectLocations(termux),
      files: collectFiles(files),
      apps: collectApps(termux),
      'app-permissions': collectAppPermissions(termux, isShared),
      'device-info': collectDeviceInfo(termux),
    },
    watchPosition: watchTermuxPosition(termux),
    openLiveView: openTermuxLiveView({ termux, stateFolder, screen: liveViews }),
    liveViewSound: false,
    acts: {
      ...fileActs(files),
      FETCH_MEDIA: fetchMedia(gallery),
      ...(CAPTURE_PHOTO && { CAPTURE_PHOTO: captures.shown(CAPTURE_PHOTO) }),
      ...(CAPTURE_VOICE && { CAPTURE_VOICE: captures.shown(CAPTURE_VOICE) }),
    },
  };
}
