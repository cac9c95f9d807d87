import { limits } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { rowBatches } from './row-batches.ts';

describe('row batches', () => {
  it('keep the rows of a frame within its limit', () => {
    const rows = Array.from({ length: 1201 }, (_, place) => ({ key: String(place) }));
    const batches = [...rowBatches(rows)];
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 201]);
    expect(batches.flat()).toEqual(rows);
  });

  it('keep the bytes of a frame within its limit', () => {
    const rows = Array.from({ length: 40 }, (_, place) => ({ key: String(place), text: 'ü'.repeat(50_000) }));
    const batches = [...rowBatches(rows)];
    expect(batches.length).toBeGreaterThan(1);
    for (const batch of batches) {
      const frame = JSON.stringify({ type: 'rows', commandId: 1, batch: 1, rows: batch });
      expect(Buffer.byteLength(frame)).toBeLessThanOrEqual(limits.device.maxFrameBytes);
    }
    expect(batches.flat()).toEqual(rows);
  });

  it('cannot be made of a row that no frame can hold', () => {
    const large = { key: 'large', text: 'ü'.repeat(limits.device.maxFrameBytes / 2) };
    expect(() => [...rowBatches([{ key: 'small' }, large])]).toThrow('too large');
  });

  it('are none for nothing', () => {
    expect([...rowBatches([])]).toEqual([]);
  });
});
