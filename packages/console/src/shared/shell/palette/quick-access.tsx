import { clientErrorText } from '../../../core/api/error-text.ts';
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { loadWhenOnline } from '../../../core/connection/load-when-online.ts';
import { loadOrReload } from '../../../core/router/lazy-page.ts';
import { Opening } from '../../../core/shortcuts/opening.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { toast } from '../../../core/toast/toast.tsx';
import { loadPalette } from './load-palette.ts';
import { quickAccess, useOpenQuickAccess, type QuickAccess as OpenDialog } from './quick-access-store.ts';

type DialogName = NonNullable<OpenDialog>;

/** Dialogs whose code could not be loaded yet, because the server is unreachable. React keeps their pending `lazy` promise. */
const notLoaded = new Set<DialogName>();

function closeUnreachable(name: DialogName): void {
  quickAccess.close(name);
  toast.error(clientErrorText('socket_unreachable'), { id: 'quick-access' });
}

function lazyDialog(name: DialogName, load: () => Promise<ComponentType<{ close: () => void }>>) {
  const handleUnreachable = () => {
    notLoaded.add(name);
    closeUnreachable(name);
  };
  const loadOnline = () => loadWhenOnline(load, handleUnreachable);
  return lazy(async () => {
    const View = await loadOrReload(name, loadOnline, () => location.reload());
    notLoaded.delete(name);
    return { default: View };
  });
}

const dialogs = {
  palette: lazyDialog('palette', async () => (await loadPalette()).Palette),
  help: lazyDialog('help', async () => (await import('./help-sheet.tsx')).HelpSheet),
  'add-device': lazyDialog('add-device', async () => (await import('./add-device.tsx')).AddDevice),
  rename: lazyDialog('rename', async () => (await import('./rename-open-device.tsx')).RenameOpenDevice),
} as const;

/** Listens for the shortcuts and renders the open dialog. The code of each dialog is loaded when it is first opened. */
export function QuickAccess() {
  useShortcuts({ openPalette: () => quickAccess.open('palette'), openHelp: () => quickAccess.open('help') });
  const open = useOpenQuickAccess();
  useEffect(() => {
    if (open !== null && notLoaded.has(open)) closeUnreachable(open);
  }, [open]);
  if (open === null) return null;
  const View = dialogs[open];
  return (
    <Suspense fallback={<Opening />}>
      <View close={() => quickAccess.close(open)} />
    </Suspense>
  );
}
