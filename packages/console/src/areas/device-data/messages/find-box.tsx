import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { limits } from '@fairwatch/contract';
import { ActionIcon, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTypedText } from '../../../core/components/filters/use-typed-text.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './conversation.module.css';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import type { Find } from './use-find.ts';

interface FindBoxProps {
  value: string;
  onChange: (value: string) => void;
  find: Find;
}

const formatNumber = (count: number) => count.toLocaleString(currentLanguage());

/** Searches the open conversation. Enter moves to the next older match, Shift+Enter to the next newer one. */
export function FindBox({ value, onChange, find }: FindBoxProps) {
  const { t } = useTranslation('messages');
  const { text, type, settle, clear } = useTypedText(value, onChange);
  const { older, newer, place, total } = find;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') clear();
    if (event.key !== 'Enter') return;
    // The matches still belong to the previous text, so Enter starts the new search.
    if (text.trim() !== value) settle();
    else (event.shiftKey ? newer : older)?.();
  };
  return (
    <>
      <TextInput
        className={classes.find}
        flex="1 1 9rem"
        maw={352}
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
        <Group component="span" gap="xs" wrap="nowrap">
          <Text component="output" size="xs" c="dimmed" ta="end" miw={72}>
            {find.isLoaded &&
              (total === 0
                ? t('find.none')
                : t('find.hit', { place: formatNumber(place), total: formatNumber(total) }))}
          </Text>
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
        </Group>
      )}
    </>
  );
}
