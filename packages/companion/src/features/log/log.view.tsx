import { byDay, logWords, takenOf } from '@fairwatch/device/words';
import { Button, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { ArchiveCard } from '../../core/archive/archive-card.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { Problem } from '../../core/components/problem.tsx';
import { SwitchRow } from '../../core/components/switch-row.tsx';
import { useLive } from '../../core/live/companion-context.ts';
import { FoundEntries } from './found-entries.tsx';
import classes from './log.module.css';
import type { LogReader, LogState } from './log-reader.ts';
import { useLog } from './use-log.ts';
import { VisitRow } from './visit-row.tsx';
import { WeightedList } from './weighted-list.tsx';

/** The log page: who did what with this phone, when, how much and why. */
export function LogView() {
  const { log, state, hasNewEntries } = useLog();
  const isConnected = useLive((live) => live.connection === 'connected');
  const head = useLive((live) => live.logHead);
  const [typed, setTyped] = useState('');
  const [onlyTaken, setOnlyTaken] = useState(false);
  const isSearch = typed.trim() !== '';
  const changeTaken = (checked: boolean) => {
    setOnlyTaken(checked);
    if (checked) void log.readOlderTaken(1);
    else log.stopReadingTaken();
  };
  const change = (text: string) => {
    setTyped(text);
    if (text.trim() === '') log.stopSearch();
    else void log.search();
  };
  const showNewEntries = () => {
    log.forgetSearch();
    void log.readNewest(head).then(() => (isSearch ? log.search() : undefined));
  };
  return (
    <>
      <PageTitle>{logWords('title')}</PageTitle>
      <Text c="dimmed" mb="md">
        {logWords('intro')}
      </Text>
      <TextInput
        size="md"
        type="search"
        label={logWords('search')}
        placeholder={logWords('searchHint')}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <div className={classes.block}>
        <SwitchRow
          label={logWords('onlyTaken')}
          hint={
            <Text c="dimmed" size="sm">
              {logWords('onlyTakenHint')}
            </Text>
          }
          isOn={onlyTaken}
          onChange={changeTaken}
        />
      </div>
      {!isConnected && state.visits !== null && (
        <Text c="dimmed" component="output" display="block" mt="sm">
          {logWords('stale')}
        </Text>
      )}
      <div aria-live="polite">
        {hasNewEntries && isConnected && (
          <Button size="md" variant="light" fullWidth mt="md" loading={state.isReading} onClick={showNewEntries}>
            {logWords('newEntries')}
          </Button>
        )}
      </div>
      {isSearch ? (
        <FoundEntries log={log} state={state} typed={typed.trim()} onlyTaken={onlyTaken} />
      ) : (
        <Visits log={log} state={state} isConnected={isConnected} onlyTaken={onlyTaken} />
      )}
      <div className={classes.archive}>
        <ArchiveCard />
      </div>
    </>
  );
}

interface VisitsProps {
  log: LogReader;
  state: LogState;
  isConnected: boolean;
  onlyTaken: boolean;
}

function Visits({ log, state, isConnected, onlyTaken }: VisitsProps) {
  const { visits, isReading, problem } = state;
  if (visits === null) {
    return (
      <div className={classes.block}>
        <Problem text={problem} />
        {problem === null && (
          <Text component="output" display="block" c="dimmed">
            {isConnected ? logWords('reading') : logWords('notConnected')}
          </Text>
        )}
      </div>
    );
  }
  const shown = onlyTaken ? takenOf(visits.items) : visits.items;
  return (
    <>
      {shown.length === 0 && !(onlyTaken && visits.more) && (
        <Text className={classes.block} c="dimmed">
          {onlyTaken ? logWords('nothingTaken') : logWords('none')}
        </Text>
      )}
      {byDay(shown, ({ to }) => to).map(({ day, items }) => (
        <section key={day} className={classes.day} aria-label={day}>
          <h2 className={classes.heading}>{day}</h2>
          <WeightedList
            items={items}
            renderRow={(visit) => (
              <VisitRow key={visit.first} visit={visit} log={log} entries={state.opened} onlyTaken={onlyTaken} />
            )}
            foldedText={(count) => logWords('onlyLooked', { count })}
          />
        </section>
      ))}
      <Problem text={problem} />
      {visits.more && (
        <Button
          size="md"
          variant="default"
          fullWidth
          mt="md"
          loading={isReading}
          disabled={!isConnected}
          onClick={() => void (onlyTaken ? log.readOlderTaken(shown.length + 1) : log.readOlder())}
        >
          {logWords('older')}
        </Button>
      )}
    </>
  );
}
