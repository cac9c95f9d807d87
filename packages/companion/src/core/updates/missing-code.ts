import { companionPath } from '@fairwatch/contract';
import { forgetFiles } from './updates.ts';

const reloadedKey = 'reloaded-for-code';
/** Code that is missing again so soon after a reload would be missing after the next one as well. */
const pauseMs = 60_000;

interface RecoverParts {
  reload?: () => void;
  now?: number;
}

/**
 * After an update of the server old code is gone, and only a reload brings the new one; the files that the worker keeps would bring the
 * old page back, so they go. It happens once: code that is still missing is shown as an error. Without a network nothing is
 * reloaded, because nothing better would come. True when the page is about to reload.
 */
export async function reloadForCode({
  reload = () => location.reload(),
  now = Date.now(),
}: RecoverParts = {}): Promise<boolean> {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
  if (now - last < pauseMs) return false;
  const answer = await fetch(`${companionPath}/`, { cache: 'no-store', method: 'HEAD' }).catch(() => null);
  if (!answer?.ok) return false;
  sessionStorage.setItem(reloadedKey, String(now));
  await forgetFiles();
  reload();
  return true;
}

/** Covers what no screen waits for, such as the code that answers an admin. */
export function watchMissingCode(): void {
  window.addEventListener('vite:preloadError', () => void reloadForCode());
}
