import { createStore } from '@fairwatch/device/core';

/** Chromium's event for a page that can be added to the Home Screen. Other browsers have none. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Whether the browser can add the page to the Home Screen now. */
export const install = createStore<{ event: InstallEvent | null }>({ event: null });

/** Listens from the start: the event comes once, often before anything is rendered. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Keeps the browser from asking by itself at an inconvenient moment.
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
