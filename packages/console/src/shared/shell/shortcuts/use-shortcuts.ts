import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Page } from '../../../core/router/page.ts';
import { useCurrentPage, usePages } from '../../../core/router/pages-context.ts';
import { sessionStore } from '../../../core/session/session-store.ts';
import { goKeys, neighbourOf, accessibleDevicePages, accessiblePages } from './go-keys.ts';
import { pageActions } from '../../../core/shortcuts/page-actions.ts';
import { createKeyReader, isPalettePress, isShortcutPress } from './read-keys.ts';
import { singleKeys } from './single-keys.ts';
import { registryPageLink } from '../../../core/router/page-link.ts';

interface ShortcutHandlers {
  openPalette: () => void;
  openHelp: () => void;
}

/** Returns a function that focuses the page's search box; undefined when the page has none. */
function findSearchFocus(): (() => void) | undefined {
  const field = document.querySelector<HTMLElement>('main [aria-keyshortcuts="/"]');
  return field === null ? undefined : () => field.focus();
}

/** Returns a lookup from a shortcut to its action on the current page; undefined when it has none. */
function useActionLookup({ openHelp }: ShortcutHandlers): (keys: string) => (() => void) | undefined {
  const router = useRouter();
  const pages = usePages();
  const { page, deviceId } = useCurrentPage();
  const goTo = (target: Page | null | undefined) =>
    target ? () => void router.navigate(registryPageLink(target, deviceId)) : undefined;
  return (keys) => {
    const session = sessionStore.get();
    if (keys === '?') return openHelp;
    if (keys === '/') return findSearchFocus();
    if (keys.startsWith('g ')) {
      return goTo(accessiblePages(pages, session).find(({ path }) => goKeys[path] === keys.slice(2)));
    }
    if (deviceId !== null && (keys === '[' || keys === ']')) {
      return goTo(neighbourOf(accessibleDevicePages(pages, session), page, keys === ']' ? 1 : -1));
    }
    const action = pageActions.get().find(({ key }) => key === keys);
    return action?.reason === null ? action.run : undefined;
  };
}

/** Listens for shortcuts on the document while the shell is mounted. */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const findAction = useActionLookup(handlers);
  const latest = useRef({ findAction, handlers });
  useEffect(() => {
    latest.current = { findAction, handlers };
  });
  useEffect(() => {
    const read = createKeyReader();
    const listen = (event: KeyboardEvent) => {
      if (isPalettePress(event)) {
        event.preventDefault();
        latest.current.handlers.openPalette();
        return;
      }
      if (!isShortcutPress(event) || event.key === 'Shift' || !singleKeys.get()) return;
      const keys = read(event.key, event.timeStamp);
      const run = keys === null ? undefined : latest.current.findAction(keys);
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
