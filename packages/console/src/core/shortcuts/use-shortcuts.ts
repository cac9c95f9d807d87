import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useCurrentPage, usePages } from '../router/pages-context.ts';
import { sessionStore } from '../session/session-store.ts';
import { goKeys, neighbour, openDevicePages, openPages } from './go-keys.ts';
import { pageActions } from './page-actions.ts';
import { createKeyReader, isPalettePress, isPlainPress } from './read-keys.ts';
import { singleKeys } from './single-keys.ts';

interface QuickDoors {
  openPalette: () => void;
  openHelp: () => void;
}

/** The way to the search of the page, where it has one. */
function toSearch(): (() => void) | undefined {
  const field = document.querySelector<HTMLElement>('main [aria-keyshortcuts="/"]');
  return field === null ? undefined : () => field.focus();
}

/** What keys mean on the page on screen; undefined where they mean nothing. */
function useMeaning({ openHelp }: QuickDoors): (keys: string) => (() => void) | undefined {
  const router = useRouter();
  const pages = usePages();
  const { page, deviceId } = useCurrentPage();
  const goTo = (path: string | undefined) =>
    path === undefined
      ? undefined
      : () => void router.navigate({ to: path, params: { deviceId: String(deviceId) } } as never);
  return (keys) => {
    const session = sessionStore.get();
    if (keys === '?') return openHelp;
    if (keys === '/') return toSearch();
    if (keys.startsWith('g ')) {
      return goTo(openPages(pages, session).find(({ path }) => goKeys[path] === keys.slice(2))?.path);
    }
    if (deviceId !== null && (keys === '[' || keys === ']')) {
      return goTo(neighbour(openDevicePages(pages, session), page, keys === ']' ? 1 : -1)?.path);
    }
    const action = pageActions.get().find(({ key }) => key === keys);
    return action?.reason === null ? action.run : undefined;
  };
}

/** Listens for the shortcuts everywhere inside the shell. */
export function useShortcuts(doors: QuickDoors): void {
  const meaning = useMeaning(doors);
  const latest = useRef({ meaning, doors });
  useEffect(() => {
    latest.current = { meaning, doors };
  });
  useEffect(() => {
    const read = createKeyReader();
    const listen = (event: KeyboardEvent) => {
      if (isPalettePress(event)) {
        event.preventDefault();
        latest.current.doors.openPalette();
        return;
      }
      if (!isPlainPress(event) || event.key === 'Shift' || !singleKeys.get()) return;
      const keys = read(event.key, event.timeStamp);
      const run = keys === null ? undefined : latest.current.meaning(keys);
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
