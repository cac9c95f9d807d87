import { companionPath } from '@fairwatch/contract';
import { forgetFiles } from './updates.ts';

const reloadedKey = 'reloaded-for-code';
/** If code is missing again within this time after a reload, another reload would not help. */
const pauseMs = 60_000;

interface RecoverParts {
  reload?: () => void;
  now?: number;
}

/**
 * Reloads the page when code is missing, since an update of the server has removed the old files. The worker's cache is deleted first,
 * because it would bring the old page back. It reloads once: code that is still missing is shown as an error. Without a network it does
 * not reload. Resolves with true when the page is about to reload.
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

/** Handles missing code that no screen waits for, such as the handlers of commands. */
export function watchMissingCode(): void {
  window.addEventListener('vite:preloadError', () => void reloadForCode());
}
