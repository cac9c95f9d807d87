import { Button, Text, Title } from '@mantine/core';
import { Mark } from '@fairwatch/look';
import type { ReactNode } from 'react';
import classes from './message.module.css';

interface MessageProps {
  title: string;
  text: ReactNode;
  action?: { label: string; onClick: () => void };
  children?: ReactNode;
}

/** One message in the middle of an otherwise empty screen. */
export function Message({ title, text, action, children }: MessageProps) {
  return (
    <main className={classes.message}>
      <Mark size={48} className={classes.mark} />
      <Title order={1}>{title}</Title>
      <Text c="dimmed" maw="28rem">
        {text}
      </Text>
      {children}
      {action && (
        <Button size="md" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </main>
  );
}
