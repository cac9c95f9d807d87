import type { LogEntry } from '@fairwatch/contract';
import { timeText, whatText } from '@fairwatch/device/words';
import { Text } from '@mantine/core';
import classes from './log.module.css';

/** One entry: who, what (with how much and why), and when. */
export function EntryRow({ entry: { who, what, recordedAt } }: { entry: LogEntry }) {
  return (
    <li className={classes.entry}>
      <Text>
        <strong>{who}</strong> {whatText(what)}
      </Text>
      <Text c="dimmed" size="sm">
        {timeText(recordedAt)}
      </Text>
    </li>
  );
}
