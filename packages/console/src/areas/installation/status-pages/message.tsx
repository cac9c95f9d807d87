import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from '@fairwatch/look';
import classes from './message.module.css';

interface MessageProps {
  title: string;
  children: ReactNode;
  action: ReactNode;
}

/** A short message in place of a page. */
export function Message({ title, children, action }: MessageProps) {
  return (
    <div className={classes.message}>
      <Mark size={44} className={classes.mark} />
      <Title order={1}>{title}</Title>
      <Text c="dimmed">{children}</Text>
      {action}
    </div>
  );
}
