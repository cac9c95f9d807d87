import type { LogVisit } from '@fairwatch/contract';
import { logWords, problemText, takenOf, visitText, visitTimeText } from '@fairwatch/device/words';
import { Button, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Face } from '@fairwatch/look';
import { useId, useState } from 'react';
import { Problem } from '../../core/components/problem.tsx';
import { EntryRow } from './entry-row.tsx';
import { KindIcon } from './kind-icon.tsx';
import { WeightedList } from './weighted-list.tsx';
import { visitKey, type LogReader, type LogState } from './log-reader.ts';
import classes from './log.module.css';

interface VisitRowProps {
  visit: LogVisit;
  log: LogReader;
  entries: LogState['opened'];
  /** Says and lists only what was taken in it. */
  onlyTaken: boolean;
}

/** One visit, which can be expanded to its entries. */
export function VisitRow({ visit, log, entries, onlyTaken }: VisitRowProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const known = entries[visitKey(visit)];
  const read = () => {
    setIsReading(true);
    setProblem(null);
    log
      .readVisit(visit)
      .catch((error: unknown) => setProblem(problemText(error)))
      .finally(() => setIsReading(false));
  };
  const toggle = () => {
    setIsOpen(!isOpen);
    if (!isOpen && !known && !isReading) read();
  };
  const listed = onlyTaken ? known && takenOf(known.items) : known?.items;
  return (
    <li className={classes.visit}>
      <UnstyledButton className={classes.summary} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        <Face name={visit.who} />
        <span className={classes.words}>
          <Text component="span" display="block">
            <strong>{visit.who}</strong> {visitText(visit, onlyTaken)}
          </Text>
          <Text component="span" display="block" c="dimmed" size="sm">
            {visitTimeText(visit)}
          </Text>
        </span>
        <KindIcon kind={visit.kind} />
        <IconChevronDown size={20} className={classes.arrow} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <div id={id} className={classes.entries}>
          {listed && (
            <WeightedList
              items={listed}
              renderRow={(entry) => <EntryRow key={entry.sequence} entry={entry} />}
              foldedText={(count) => logWords('looks', { count })}
            />
          )}
          <Problem text={problem} />
          {!known && isReading && (
            <Text c="dimmed" component="output" display="block">
              {logWords('readingVisit')}
            </Text>
          )}
          {(known?.more || problem !== null) && (
            <Button size="md" variant="default" loading={isReading} onClick={read}>
              {problem === null ? logWords('more') : logWords('tryAgain')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
