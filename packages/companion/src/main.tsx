import './core/theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, isGuardianPage } from './app.tsx';
import { startCompanion } from './boot.ts';
import { watchInstallPrompt } from './core/install/install-prompt.ts';
import { openLanguage } from './core/texts/companion-language.ts';
import { watchMissingCode } from './core/updates/missing-code.ts';
import { watchUpdates } from './core/updates/updates.ts';

const place = document.querySelector('#root');
if (place === null) throw new Error('index.html has no #root');
watchInstallPrompt();
watchMissingCode();
// A development build is not cached, since its files change all the time. Without HTTPS browsers have no service workers.
if (import.meta.env.PROD && window.isSecureContext && 'serviceWorker' in navigator) void watchUpdates();
void open(place);

async function open(root: Element): Promise<void> {
  await openLanguage();
  // The page of a guardian is no device, and leaves the one that this browser may be alone.
  if (!isGuardianPage()) void startCompanion();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
