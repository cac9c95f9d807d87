import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { limits } from '@fairwatch/contract';
import { useModal } from '../components/use-modal.ts';
import { Keys } from '../shortcuts/keys.tsx';
import type { PaletteItem } from './palette-item.ts';
import { PaletteList } from './palette-list.tsx';
import classes from './palette.module.css';
import { recent } from './recent.ts';
import { sections, step } from './sections.ts';
import { useFound } from './use-found.ts';
import { useLocalItems } from './use-local-items.ts';
import { usePaletteTexts } from './use-palette-texts.ts';

/** What the palette lists for the typed text, and which line the keys are on. */
function usePaletteList() {
  const [typed, setTyped] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  const [lately] = useState(recent.read);
  const items = useLocalItems();
  const found = useFound(typed);
  const parts = sections({ typed, items, found: found.items, recent: lately });
  const shown = parts.flatMap((part) => part.items);
  const active = shown.find(({ id }) => id === activeId) ?? shown[0];
  const activate = (item: PaletteItem | undefined) => {
    setActiveId(item?.id ?? null);
    item?.warm?.();
  };
  const type = (text: string) => {
    setTyped(text);
    setActiveId(null);
  };
  return { typed, type, parts, shown, active, activate, searching: found.searching };
}

/** Goes anywhere and does anything by typing. */
export function Palette({ close }: { close: () => void }) {
  const { t } = usePaletteTexts();
  const listId = useId();
  const { typed, type, parts, shown, active, activate, searching } = usePaletteList();
  // Enter came before anything was found: whoever types fast need not press it again.
  const hurried = useRef<string | null>(null);
  const choose = (item: PaletteItem | undefined) => {
    if (item === undefined || typeof item.reason === 'string') return;
    const recentId = item.recentId === undefined ? item.id : item.recentId;
    if (recentId !== null) recent.remember(recentId);
    // First: what it does may open something itself.
    close();
    item.run();
  };
  const press = (event: KeyboardEvent) => {
    // Enter also ends the composition of a Chinese or Japanese word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && active === undefined && searching) hurried.current = typed;
    else if (event.key === 'Enter') choose(active);
    else if (event.key === 'ArrowDown') activate(step(shown, active, 1));
    else if (event.key === 'ArrowUp') activate(step(shown, active, -1));
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const still = hurried.current === typed;
    if (still && searching) return;
    hurried.current = null;
    if (still) choose(active);
  });
  const optionId = (item: PaletteItem) => `${listId}-${item.id}`;
  return (
    <dialog {...useModal(close)} closedby="any" className={classes.palette} aria-label={t('title')}>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <input
          // Opened by a press, so that the focus belongs here.
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
          onKeyDown={press}
        />
      </div>
      <PaletteList {...{ id: listId, parts, active, activate, choose, optionId }} />
      <output className={shown.length > 0 ? classes.spoken : classes.nothing}>
        <Outcome count={shown.length} typed={typed} searching={searching} />
      </output>
      <div className={classes.foot} aria-hidden>
        <Keys keys="↑ ↓" /> {t('foot.move')}
        <Keys keys="↵" /> {t('foot.choose')}
        <Keys keys="Esc" /> {t('foot.close')}
      </div>
    </dialog>
  );
}

/** How many there are, for whoever does not see the list; why there are none, for everybody. */
function Outcome({ count, typed, searching }: { count: number; typed: string; searching: boolean }) {
  const { t } = usePaletteTexts();
  if (count > 0) return typed === '' ? null : t('count', { count });
  if (searching) return t('searching');
  return (
    <>
      <strong>{t('nothing', { typed: typed.trim() })}</strong>
      <span>{t('nothingHint')}</span>
    </>
  );
}
