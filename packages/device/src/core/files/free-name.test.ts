import { isFileName } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { freeName } from './free-name.ts';

const free = (name: string, ...taken: string[]) => freeName(name, (given) => taken.includes(given));

it('stays as it is where nobody has it', () => {
  expect(free('Report.pdf', 'report.pdf')).toBe('Report.pdf');
});

it('gets the next free number before its ending', () => {
  expect(free('Report.pdf', 'Report.pdf')).toBe('Report (2).pdf');
  expect(free('Report.pdf', 'Report.pdf', 'Report (2).pdf', 'Report (3).pdf')).toBe('Report (4).pdf');
  expect(free('archive.tar.gz', 'archive.tar.gz')).toBe('archive.tar (2).gz');
  expect(free('.hidden', '.hidden')).toBe('.hidden (2)');
  expect(free('plain', 'plain')).toBe('plain (2)');
});

it('is cut where it would become too long, between two characters', () => {
  const long = `${'😀'.repeat(62)}.png`;
  const found = free(long, long);
  expect(found).toBe(`${'😀'.repeat(61)} (2).png`);
  expect(isFileName(found)).toBe(true);
});
