import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { limits } from '@fairwatch/contract';
import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useTypedText } from '../../core/components/use-typed-text.ts';
import classes from './conversation.module.css';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import type { Find } from './use-find.ts';

interface FindBoxProps {
  value: string;
  onChange: (value: string) => void;
  find: Find;
}

const number = (count: number) => count.toLocaleString(currentLanguage());

/** Looks for a text in the open conversation and goes from match to match: Enter to older ones, Shift and Enter back. */
export function FindBox({ value, onChange, find }: FindBoxProps) {
  const { t } = useTranslation('messages');
  const { text, type, settle, clear } = useTypedText(value, onChange);
  const { older, newer, place, total } = find;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') clear();
    if (event.key !== 'Enter') return;
    // The matches are those of what was looked for before.
    if (text.trim() !== value) settle();
    else (event.shiftKey ? newer : older)?.();
  };
  return (
    <>
      <TextInput
        className={classes.find}
        type="search"
        size="xs"
        aria-label={t('find.label')}
        placeholder={t('find.label')}
        maxLength={limits.search.maxLength}
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={text === '' ? null : <CloseButton size="xs" aria-label={t('find.clear')} onClick={clear} />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={onKeyDown}
      />
      {value !== '' && (
        <span className={classes.hits}>
          <output className={classes.hitCount}>
            {find.known &&
              (total === 0 ? t('find.none') : t('find.hit', { place: number(place), total: number(total) }))}
          </output>
          <ActionIcon.Group>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={t('find.older')}
              disabled={!older}
              onClick={() => older?.()}
            >
              <IconChevronUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={t('find.newer')}
              disabled={!newer}
              onClick={() => newer?.()}
            >
              <IconChevronDown size={16} aria-hidden />
            </ActionIcon>
          </ActionIcon.Group>
        </span>
      )}
    </>
  );
}
