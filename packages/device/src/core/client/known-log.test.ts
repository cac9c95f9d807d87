import type { LogHead } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { KnownLog } from './known-log.ts';

const head = (sequence: number, letter = 'a'): LogHead => ({ sequence, hash: letter.repeat(64) });

function knowing(logHead: LogHead | null) {
  const kept: LogHead[] = [];
  const lines: string[] = [];
  const known = new KnownLog({ logHead, onLogHead: (each) => kept.push(each), log: (line) => lines.push(line) });
  return { known, kept, lines };
}

describe('what a device knows of its log', () => {
  it('is the newest entry it was told, and is kept once for each', () => {
    const { known, kept, lines } = knowing(null);
    known.welcomed(head(3));
    known.told(head(5));
    known.told(head(4));
    known.told(undefined);
    known.welcomed(head(5));
    expect(known.head).toEqual(head(5));
    expect(kept).toEqual([head(3), head(5)]);
    expect(lines).toEqual([]);
  });

  it('is told to the person when the server takes it back', () => {
    const shorter = knowing(head(9));
    shorter.known.welcomed(head(4));
    expect(shorter.lines).toEqual(['the log of this device has changed: entry 9 is gone']);
    const other = knowing(head(9));
    other.known.welcomed(head(9, 'b'));
    expect(other.lines).toEqual(['the log of this device has changed: entry 9 is another one']);
    expect(other.known.head).toEqual(head(9, 'b'));
  });

  it('stays as it is with a server that tells nothing', () => {
    const { known, kept } = knowing(head(9));
    known.welcomed(undefined);
    expect([known.head, kept]).toEqual([head(9), []]);
  });
});
