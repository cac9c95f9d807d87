import { systemOf } from './browser-facts.ts';

/** Whether the page runs as an app from the Home Screen. */
function isStandalone(): boolean {
  const { standalone } = navigator as Navigator & { standalone?: boolean };
  return standalone === true || matchMedia('(display-mode: standalone)').matches;
}

/**
 * True where the person must join on the Home Screen. iOS separates the data of a page in the browser from that of the same page on
 * the Home Screen, deletes the former after seven days without a visit, and allows push only for the latter.
 */
export function isHomeScreenNeeded(): boolean {
  const { osName } = systemOf(navigator.userAgent, navigator.maxTouchPoints);
  return (osName === 'iOS' || osName === 'iPadOS') && !isStandalone();
}
