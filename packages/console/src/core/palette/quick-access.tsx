import { clientErrors } from '@fairwatch/contract';
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { loadWhenBack } from '../connection/load-when-back.ts';
import { loadOrReload } from '../router/lazy-page.ts';
import { Opening } from '../shortcuts/opening.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { toast } from '../toast/toast.tsx';
import { loadPalette } from './load-palette.ts';
import { quickAccess, useOpenQuickAccess, type QuickAccess as Part } from './quick-access-store.ts';

type PartName = NonNullable<Part>;

/** What was asked for while the server was away. */
const waiting = new Set<PartName>();

function refuse(part: PartName): void {
  quickAccess.close(part);
  toast.error(clientErrors.socket_unreachable, { id: 'quick-access' });
}

function lazyPart(part: PartName, load: () => Promise<ComponentType<{ close: () => void }>>) {
  const cannotOpen = () => {
    waiting.add(part);
    refuse(part);
  };
  const bring = () => loadWhenBack(load, cannotOpen);
  return lazy(async () => {
    const View = await loadOrReload(part, bring, () => location.reload());
    waiting.delete(part);
    return { default: View };
  });
}

const parts = {
  palette: lazyPart('palette', async () => (await loadPalette()).Palette),
  help: lazyPart('help', async () => (await import('./help-sheet.tsx')).HelpSheet),
  'add-device': lazyPart('add-device', async () => (await import('./add-device.tsx')).AddDevice),
  rename: lazyPart('rename', async () => (await import('./rename-open-device.tsx')).RenameOpenDevice),
} as const;

/** The palette, the sheet of shortcuts, and the keys that open them. Each comes when somebody wants it. */
export function QuickAccess() {
  useShortcuts({ openPalette: () => quickAccess.open('palette'), openHelp: () => quickAccess.open('help') });
  const open = useOpenQuickAccess();
  useEffect(() => {
    if (open !== null && waiting.has(open)) refuse(open);
  }, [open]);
  if (open === null) return null;
  const Part = parts[open];
  return (
    <Suspense fallback={<Opening />}>
      <Part close={() => quickAccess.close(open)} />
    </Suspense>
  );
}
