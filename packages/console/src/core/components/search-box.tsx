import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Kbd.layer.css';
import { limits } from '@fairwatch/contract';
import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './search-box.module.css';
import { useComponentTexts } from './use-component-texts.ts';
import { useTypedText } from './use-typed-text.ts';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Searches while one types, after a short pause. `/` comes here from anywhere on the page (`use-shortcuts.ts`), Escape clears. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const { t } = useComponentTexts();
  const input = useRef<HTMLInputElement>(null);
  const { text, type, clear } = useTypedText(value, onChange);
  const clearAndStay = () => {
    clear();
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      className={classes.box}
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
          <CloseButton size="sm" aria-label={t('search.clear')} onClick={clearAndStay} />
        )
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && clear()}
    />
  );
}
