import { Button, Group } from '@mantine/core';
import classes from './upload-bar.module.css';

interface UploadBarProps {
  /** What is done with which file. */
  label: string;
  /** From 0 to 1. */
  share: number;
  cancel: string;
  onCancel: () => void;
}

/** How far an upload is. */
export function UploadBar({ label, share, cancel, onCancel }: UploadBarProps) {
  return (
    <Group gap="0.375rem 0.75rem" w="100%">
      <span className={classes.label}>{label}</span>
      <progress className={classes.bar} aria-label={label} value={share} max={1} />
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onCancel}>
        {cancel}
      </Button>
    </Group>
  );
}
