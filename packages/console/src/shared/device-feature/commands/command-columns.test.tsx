import type { Command } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { mountPages } from '../../../core/router/mount-pages-for-test.tsx';
import { commandColumns } from './command-columns.tsx';

const command = { id: 9, requestedBy: 'ada', runId: null } as Command;

it('links a command of a history to the run that it came from', async () => {
  const column = commandColumns(3).find(({ key }) => key === 'requestedBy');
  const Page = () => (
    <>
      <p>{column?.cell?.(command)}</p>
      <p>{column?.cell?.({ ...command, runId: 7 })}</p>
    </>
  );
  const { box } = await mountPages({ '/': Page, '/runs/$runId': () => null });
  expect([...box.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(['ada', 'adaRun 7']);
  expect([...box.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/runs/7']);
});
