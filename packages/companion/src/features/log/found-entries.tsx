import { byDay, dayText } from '@fairwatch/device/words';
import { Button, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Problem } from '../../core/components/problem.tsx';
import { EntryRow } from './entry-row.tsx';
import { matches, type LogReader, type LogState } from './log-reader.ts';
import classes from './log.module.css';

interface FoundEntriesProps {
  log: LogReader;
  state: LogState;
  typed: string;
}

/** The results of the search so far, its progress, and a button to stop it. */
export function FoundEntries({ log, state: { searched, isSearching, problem }, typed }: FoundEntriesProps) {
  const found = useMemo(() => searched.items.filter((entry) => matches(entry, typed)), [searched, typed]);
  const oldest = searched.items.at(-1);
  return (
    <>
      <div className={classes.progress}>
        <Text component="output" display="block" c="dimmed">
          {found.length === 1 ? '1 entry found' : `${found.length} entries found`}
          {searched.more
            ? oldest && `, searched back to ${dayText(oldest.recordedAt)} (${searched.items.length} entries)`
            : `, searched the whole log (${searched.items.length} entries)`}
          {isSearching && '…'}
        </Text>
        {isSearching && (
          <Button size="md" variant="default" onClick={() => log.stopSearch()}>
            Stop
          </Button>
        )}
        {!isSearching && searched.more && (
          <Button size="md" variant="default" onClick={() => void log.search()}>
            Search further back
          </Button>
        )}
      </div>
      <Problem text={problem} />
      {byDay(found, ({ recordedAt }) => recordedAt).map(({ day, items }) => (
        <section key={day} className={classes.day} aria-label={day}>
          <h2 className={classes.heading}>{day}</h2>
          <ul className={classes.list}>
            {items.map((entry) => (
              <EntryRow key={entry.sequence} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
