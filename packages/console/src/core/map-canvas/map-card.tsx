import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './map-card.module.css';

interface MapCardProps {
  /** The accessible name of the card. */
  label: string;
  title: ReactNode;
  closeLabel: string;
  close: () => void;
  children: ReactNode;
}

/** The details of what was chosen on a map, in its corner. */
export function MapCard({ label, title, closeLabel, close, children }: MapCardProps) {
  return (
    <section className={classes.card} aria-label={label} aria-live="polite">
      <div className={classes.head}>
        <Text fw={600}>{title}</Text>
        <ActionIcon variant="subtle" color="gray" aria-label={closeLabel} onClick={close}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      {children}
    </section>
  );
}
