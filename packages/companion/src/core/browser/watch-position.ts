import { collectWords } from '@fairwatch/device/words';
import type { WatchPosition } from '@fairwatch/device/core';
import { t } from './browser.texts.ts';

/** How long the browser may look for a first position. A GPS receiver without a fix needs long indoors. */
const firstWithinMs = 30_000;
/** The maximum age of a position that the browser has already. */
const maximumAge = 5000;
const permissionDenied = 1;

/** Follows where the browser is. After the first position only a permission that is taken back ends it: in a tunnel there is none for a while. */
export function watchBrowserPosition(geolocation: Geolocation = navigator.geolocation): WatchPosition {
  return (onPosition, onFailed) => {
    let isFound = false;
    const id = geolocation.watchPosition(
      ({ coords, timestamp }) => {
        isFound = true;
        const { latitude, longitude, accuracy } = coords;
        onPosition({ latitude, longitude, accuracy: Math.max(0, accuracy), at: momentOf(timestamp) });
      },
      ({ code }) => {
        if (code === permissionDenied) {
          onFailed(t('position.refusedWhileWatched'));
        } else if (!isFound) onFailed(collectWords('position.late'));
      },
      { enableHighAccuracy: true, maximumAge, timeout: firstWithinMs },
    );
    return () => geolocation.clearWatch(id);
  };
}

/** A few browsers use another epoch than 1970; then the current time is taken. */
function momentOf(timestamp: number): Date {
  const now = Date.now();
  return new Date(Math.abs(timestamp - now) < maximumAge * 2 ? timestamp : now);
}
