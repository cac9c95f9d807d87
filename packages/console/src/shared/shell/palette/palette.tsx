import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { limits } from '@fairwatch/contract';
import { useModal } from '../../../core/components/overlays/use-modal.ts';
import { Keys } from '../../../core/shortcuts/keys.tsx';
import type { PaletteItem } from './palette-item.ts';
import { PaletteList } from './palette-list.tsx';
import classes from './palette.module.css';
import { recent } from './recent.ts';
import { buildSections, stepItem } from './sections.ts';
import { useServerItems } from './use-server-items.ts';
import { useLocalItems } from './use-local-items.ts';
import { usePaletteTexts } from './use-palette-texts.ts';

/** The state of the palette: the typed text, the sections for it, and the active item. */
function usePaletteList() {
  const [typed, setTyped] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  const [recentIds] = useState(recent.read);
  const items = useLocalItems();
  const found = useServerItems(typed);
  const sections = buildSections({ typed, items, found: found.items, recentIds });
  const shown = sections.flatMap((section) => section.items);
  const active = shown.find(({ id }) => id === activeId) ?? shown[0];
  const activate = (item: PaletteItem | undefined) => {
    setActiveId(item?.id ?? null);
    item?.preload?.();
  };
  const type = (text: string) => {
    setTyped(text);
    setActiveId(null);
  };
  return { typed, type, sections, shown, active, activate, isSearching: found.isSearching };
}

/** The command palette: a dialog that searches pages, devices, tickets, people and actions. */
export function Palette({ close }: { close: () => void }) {
  const { t } = usePaletteTexts();
  const listId = useId();
  const { typed, type, sections, shown, active, activate, isSearching } = usePaletteList();
  // The text for which Enter was pressed before its results arrived. The first result is then opened on arrival.
  const enteredText = useRef<string | null>(null);
  const choose = (item: PaletteItem | undefined) => {
    if (item === undefined || typeof item.reason === 'string') return;
    const recentId = item.recentId === undefined ? item.id : item.recentId;
    if (recentId !== null) recent.remember(recentId);
    // The palette closes first, because the action may open a dialog.
    close();
    item.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    // Enter also ends the composition of a Chinese or Japanese word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && active === undefined && isSearching) enteredText.current = typed;
    else if (event.key === 'Enter') choose(active);
    else if (event.key === 'ArrowDown') activate(stepItem(shown, active, 1));
    else if (event.key === 'ArrowUp') activate(stepItem(shown, active, -1));
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const isEntered = enteredText.current === typed;
    if (isEntered && isSearching) return;
    enteredText.current = null;
    if (isEntered) choose(active);
  });
  const optionId = (item: PaletteItem) => `${listId}-${item.id}`;
  return (
    <dialog {...useModal(close)} className={classes.palette} aria-label={t('title')}>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <input
          // The user has just opened the dialog, so the input takes the focus.
          autoFocus
          type="text"
          role="combobox"
          aria-label={t('label')}
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : optionId(active)}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.search.maxLength}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={handleKey}
        />
      </div>
      <PaletteList {...{ id: listId, sections, active, activate, choose, optionId }} />
      <output className={shown.length > 0 ? classes.spoken : classes.nothing}>
        <ResultMessage count={shown.length} typed={typed} isSearching={isSearching} />
      </output>
      <div className={classes.foot} aria-hidden>
        <Keys keys="↑ ↓" /> {t('foot.move')}
        <Keys keys="↵" /> {t('foot.choose')}
        <Keys keys="Esc" /> {t('foot.close')}
      </div>
    </dialog>
  );
}

/** The number of results, visible to screen readers only. Without results it is a message that everyone sees. */
function ResultMessage({ count, typed, isSearching }: { count: number; typed: string; isSearching: boolean }) {
  const { t } = usePaletteTexts();
  if (count > 0) return typed === '' ? null : t('count', { count });
  if (isSearching) return t('searching');
  return (
    <>
      <strong>{t('nothing', { typed: typed.trim() })}</strong>
      <small>{t('nothingHint')}</small>
    </>
  );
}
