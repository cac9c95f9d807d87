import { ActionIcon } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';

interface RowActionProps {
  icon: TablerIcon;
  /** The accessible name and the tooltip, with the name of what the row is about. */
  label: string;
  onClick: () => void;
}

/** A quiet icon button at the end of a row. */
export function RowAction({ icon: Icon, label, onClick }: RowActionProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
