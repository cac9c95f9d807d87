import type { LogEntry } from '@fairwatch/contract';
import { timeText, whatText } from '@fairwatch/device/words';
import { Text } from '@mantine/core';
import { KindIcon } from './kind-icon.tsx';
import classes from './log.module.css';
import { SentFiles } from './sent-files.tsx';

/** One entry: who, what (with how much and why), when, and the files that were sent for it. */
export function EntryRow({ entry: { who, what, recordedAt, kind, sent } }: { entry: LogEntry }) {
  return (
    <li className={classes.entry}>
      <KindIcon kind={kind} />
      <div className={classes.words}>
        <Text>
          <strong>{who}</strong> {whatText(what)}
        </Text>
        <Text c="dimmed" size="sm">
          {timeText(recordedAt)}
        </Text>
        {sent && <SentFiles sent={sent} />}
      </div>
    </li>
  );
}
