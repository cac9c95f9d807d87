import type { LogVisit } from '@fairwatch/contract';
import { logWords, problemText, visitTimeText, whatText } from '@fairwatch/device/words';
import { Button, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Problem } from '../../core/components/problem.tsx';
import { EntryRow } from './entry-row.tsx';
import { visitKey, type LogReader, type LogState } from './log-reader.ts';
import classes from './log.module.css';

interface VisitRowProps {
  visit: LogVisit;
  log: LogReader;
  entries: LogState['opened'];
}

/** One visit, which can be expanded to its entries. */
export function VisitRow({ visit, log, entries }: VisitRowProps) {
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
  return (
    <li className={classes.visit}>
      <UnstyledButton className={classes.summary} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        <span>
          <Text component="span" display="block">
            <strong>{visit.who}</strong> {whatText(visit.summary)}
          </Text>
          <Text component="span" display="block" c="dimmed" size="sm">
            {visitTimeText(visit)}
          </Text>
        </span>
        <IconChevronDown size={20} className={classes.arrow} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <div id={id} className={classes.entries}>
          <ul className={classes.list}>
            {known?.items.map((entry) => (
              <EntryRow key={entry.sequence} entry={entry} />
            ))}
          </ul>
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
