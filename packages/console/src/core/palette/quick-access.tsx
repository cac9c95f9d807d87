import { lazy, Suspense } from 'react';
import { loadOrReload } from '../router/lazy-page.ts';
import { Opening } from '../shortcuts/opening.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { loadPalette } from './load-palette.ts';
import { quickAccess, useOpenQuickAccess } from './quick-access-store.ts';

const Palette = lazy(async () => ({
  default: (await loadOrReload('palette', loadPalette, () => location.reload())).Palette,
}));
const HelpSheet = lazy(async () => ({ default: (await import('./help-sheet.tsx')).HelpSheet }));
const RenameOpenDevice = lazy(async () => ({ default: (await import('./rename-open-device.tsx')).RenameOpenDevice }));

const parts = { palette: Palette, help: HelpSheet, rename: RenameOpenDevice } as const;

/** The palette, the sheet of shortcuts, and the keys that open them. Each comes when somebody wants it. */
export function QuickAccess() {
  useShortcuts({ openPalette: () => quickAccess.open('palette'), openHelp: () => quickAccess.open('help') });
  const open = useOpenQuickAccess();
  if (open === null) return null;
  const Part = parts[open];
  return (
    <Suspense fallback={<Opening />}>
      <Part close={() => quickAccess.close(open)} />
    </Suspense>
  );
}
