import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useComponentTexts } from '../use-component-texts.ts';
import classes from './filters.module.css';

interface FiltersProps {
  /** True while one of them leaves rows out; the button says so, since a fold must not hide why rows are missing. */
  active: boolean;
  children: ReactNode;
}

/** The filters of a list. On a phone they fold into one button; the style sheet decides by the width of the list. */
export function Filters({ active, children }: FiltersProps) {
  const { t } = useComponentTexts();
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        className={classes.fold}
        variant={active ? 'light' : 'default'}
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {t(active ? 'filter.foldActive' : 'filter.fold')}
      </Button>
      <div id={id} className={classes.filters} data-opened={opened || undefined}>
        {children}
      </div>
    </>
  );
}
