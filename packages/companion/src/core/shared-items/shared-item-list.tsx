import { Button, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './shared-items.module.css';
import { commonText } from '../texts/common.texts.ts';
import { itemText } from './shared-items.texts.ts';

export interface ListedItem {
  key: string;
  title: string;
  detail: string;
}

interface SharedItemListProps {
  items: readonly ListedItem[];
  searchLabel: string;
  onRemove: (key: string) => void;
  isBusy: boolean;
}

const firstShown = 20;
const moreShown = 100;

/** Lists the shared items. There can be thousands, so they are shown in parts; a search finds any. */
export function SharedItemList({ items, searchLabel, onRemove, isBusy }: SharedItemListProps) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(firstShown);
  const wanted = search.trim().toLowerCase();
  const found = items.filter(({ title, detail }) => `${title}\n${detail}`.toLowerCase().includes(wanted));
  return (
    <>
      {items.length > firstShown && (
        <TextInput
          label={searchLabel}
          size="md"
          type="search"
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setShown(firstShown);
          }}
        />
      )}
      {found.length > 0 && (
        <ul className={classes.list}>
          {found.slice(0, shown).map(({ key, title, detail }) => (
            <li key={key} className={classes.item}>
              <div className={classes.words}>
                <Text fw={500}>{title}</Text>
                {detail !== '' && (
                  <Text c="dimmed" size="sm">
                    {detail}
                  </Text>
                )}
              </div>
              <button
                type="button"
                className={classes.remove}
                disabled={isBusy}
                onClick={() => onRemove(key)}
                aria-label={itemText('takeOneOut', { name: title })}
              >
                <IconX size={20} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && found.length === 0 && <Text c="dimmed">{itemText('nothingFound')}</Text>}
      {found.length > shown && (
        <Button variant="default" size="md" onClick={() => setShown(shown + moreShown)}>
          {commonText('showMore', { count: found.length - shown })}
        </Button>
      )}
    </>
  );
}
