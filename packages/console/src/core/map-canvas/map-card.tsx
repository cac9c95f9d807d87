import { ActionIcon, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './map-canvas.module.css';

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
    <section className={`fw-panel ${classes.card}`} aria-label={label} aria-live="polite">
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
        <Text fw={600}>{title}</Text>
        <ActionIcon variant="subtle" color="gray" aria-label={closeLabel} onClick={close}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {children}
    </section>
  );
}
