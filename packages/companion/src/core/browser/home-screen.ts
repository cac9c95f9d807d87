import { systemOf } from './browser-facts.ts';

/** Whether the page runs as an app from the Home Screen. */
function isStandalone(): boolean {
  const { standalone } = navigator as Navigator & { standalone?: boolean };
  return standalone === true || matchMedia('(display-mode: standalone)').matches;
}

/**
 * iOS keeps a page's data apart from that of the same page on the Home Screen, deletes it after seven days without a visit, and lets
 * only the latter be reached by push: there one joins on the Home Screen.
 */
export function isHomeScreenNeeded(): boolean {
  const { osName } = systemOf(navigator.userAgent, navigator.maxTouchPoints);
  return (osName === 'iOS' || osName === 'iPadOS') && !isStandalone();
}
