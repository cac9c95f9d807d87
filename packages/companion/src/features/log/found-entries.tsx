import { byDay, captureWords, dayText, logWords, takenOf } from '@fairwatch/device/words';
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
  onlyTaken: boolean;
}

function foundText(count: number, { items, more }: LogState['searched']): string {
  const oldest = items.at(-1);
  if (!more) return logWords('foundInAll', { count, searched: items.length });
  if (!oldest) return logWords('found', { count });
  return logWords('foundSince', { count, searched: items.length, day: dayText(oldest.recordedAt) });
}

/** The results of the search so far, its progress, and a button to stop it. */
export function FoundEntries({ log, state, typed, onlyTaken }: FoundEntriesProps) {
  const { searched, isSearching, problem } = state;
  const found = useMemo(
    () => (onlyTaken ? takenOf(searched.items) : searched.items).filter((entry) => matches(entry, typed)),
    [searched, typed, onlyTaken],
  );
  return (
    <>
      <div className={classes.progress}>
        <Text component="output" display="block" c="dimmed">
          {foundText(found.length, searched)}
          {isSearching && '…'}
        </Text>
        {isSearching && (
          <Button size="md" variant="default" onClick={() => log.stopSearch()}>
            {captureWords('stop')}
          </Button>
        )}
        {!isSearching && searched.more && (
          <Button size="md" variant="default" onClick={() => void log.search()}>
            {logWords('searchFurther')}
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
