import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Kbd.layer.css';
import { limits } from '@fairwatch/contract';
import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './filters.module.css';
import { useComponentTexts } from '../use-component-texts.ts';
import type { ListView } from './use-list-search.ts';
import { useTypedText } from './use-typed-text.ts';

interface SearchBoxProps {
  label: string;
  /** The list that is searched. */
  view: Pick<ListView, 'search' | 'change'>;
}

/**
 * A search box that reports its text debounced, or immediately on Enter and blur. `/` focuses it from anywhere on the page
 * (`use-shortcuts.ts`), Escape clears it.
 */
export function SearchBox({ label, view }: SearchBoxProps) {
  const { t } = useComponentTexts();
  const input = useRef<HTMLInputElement>(null);
  const { text, type, settle, clear } = useTypedText(view.search, (search) =>
    // Only the first report pushes a history entry; later ones replace it.
    view.change({ search }, { replace: view.search !== '' }),
  );
  const clearAndFocus = () => {
    clear();
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      maxLength={limits.search.maxLength}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd size="xs" aria-hidden className={classes.hint}>
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label={t('search.clear')} onClick={clearAndFocus} />
        )
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Escape') clear();
        if (event.key === 'Enter') settle();
      }}
    />
  );
}
