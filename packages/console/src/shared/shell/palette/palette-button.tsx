import { IconSearch } from '@tabler/icons-react';
import { Keys } from '../../../core/shortcuts/keys.tsx';
import { paletteKeys } from '../shortcuts/read-keys.ts';
import { useShellTexts } from '../texts/use-shell-texts.ts';
import { loadPalette } from './load-palette.ts';
import header from '../header/header.module.css';
import { quickAccess } from './quick-access-store.ts';

// A failed preload is ignored, because opening loads the chunk again.
const preload = () => void loadPalette().catch(() => undefined);

/** Opens the command palette. On a narrow screen the button shows only its icon. */
export function PaletteButton() {
  const { t } = useShellTexts();
  return (
    <button
      type="button"
      className={header.palette}
      aria-label={t('palette')}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => quickAccess.open('palette')}
    >
      <IconSearch size={17} stroke={1.6} aria-hidden />
      <span className={header.paletteWords}>{t('paletteShort')}</span>
      <Keys keys={paletteKeys} className={header.paletteWords} />
    </button>
  );
}
