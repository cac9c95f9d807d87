import { IconSearch } from '@tabler/icons-react';
import { Keys } from '../shortcuts/keys.tsx';
import { paletteKeys } from '../shortcuts/palette-keys.ts';
import { useShellTexts } from '../shell/use-shell-texts.ts';
import { loadPalette } from './load-palette.ts';
import classes from './palette-button.module.css';
import { quickAccess } from './quick-access-store.ts';

// What cannot be fetched now is fetched when it is opened.
const warm = () => void loadPalette().catch(() => undefined);

/** Opens the command palette; a sign only where there is no room for words. */
export function PaletteButton() {
  const { t } = useShellTexts();
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={t('palette')}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onPointerEnter={warm}
      onFocus={warm}
      onClick={() => quickAccess.open('palette')}
    >
      <IconSearch size={17} stroke={1.6} aria-hidden />
      <span className={classes.words}>{t('paletteShort')}</span>
      <Keys keys={paletteKeys} className={classes.keys} />
    </button>
  );
}
