import { createStore } from '../live/store.ts';

/** What Chromium hands to a page that can be added to the Home Screen. Other browsers have no such event. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Whether the browser would add the page to the Home Screen if it were asked to. */
export const install = createStore<{ event: InstallEvent | null }>({ event: null });

/** Listens from the start: the event comes once, and often before anything is on screen. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Otherwise the browser asks by itself, at a moment that suits nobody.
    event.preventDefault();
    install.set({ event: event as InstallEvent });
  });
  window.addEventListener('appinstalled', () => install.set({ event: null }));
}

/** Lets the browser ask the person. Each event can be used once. */
export async function askToInstall(): Promise<void> {
  const { event } = install.get();
  install.set({ event: null });
  await event?.prompt();
}
