import { Button, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './tray.module.css';

export interface ListedItem {
  key: string;
  title: string;
  detail: string;
}

interface TrayListProps {
  items: readonly ListedItem[];
  /** What the search box is called. */
  searchLabel: string;
  onRemove: (key: string) => void;
  isBusy: boolean;
}

const firstShown = 20;
const moreShown = 100;

/** The things in a tray. Thousands of them are shown piece by piece; a search finds any. */
export function TrayList({ items, searchLabel, onRemove, isBusy }: TrayListProps) {
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
                aria-label={`Take ${title} out`}
              >
                <IconX size={20} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && found.length === 0 && <Text c="dimmed">Nothing found.</Text>}
      {found.length > shown && (
        <Button variant="default" size="md" onClick={() => setShown(shown + moreShown)}>
          Show more ({(found.length - shown).toLocaleString('en')})
        </Button>
      )}
    </>
  );
}
