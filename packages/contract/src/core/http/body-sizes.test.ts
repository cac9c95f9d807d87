import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { endpoints } from '../../registry.ts';
import { largestInput } from '../../testing/largest-input.ts';
import { limits } from '../limits.ts';
import { retentionUpdate } from '../../areas/device-data/retention.ts';

const { publicBytes, smallBytes } = limits.request;
const calls = endpoints.map(({ path, access, maxBodyBytes, input }) => {
  return { path, access, maxBodyBytes, largest: largestInput(input) };
});

function daysOf(kinds: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: kinds }, (_, place) => [`kind-${place}`, 1]));
}

describe('how large the body of a call may be', () => {
  it('is bounded by every schema: no text and no list without an end', () => {
    expect(calls.filter(({ largest }) => !Number.isFinite(largest)).map(({ path }) => path)).toEqual([]);
  });

  it('is enough for every input that its schema takes', () => {
    for (const { path, largest, maxBodyBytes } of calls) expect(largest, path).toBeLessThanOrEqual(maxBodyBytes);
  });

  it('is not far more than its largest input', () => {
    for (const { path, largest, maxBodyBytes, access } of calls) {
      const least = access === 'public' ? publicBytes : smallBytes;
      expect(maxBodyBytes, path).toBeLessThanOrEqual(Math.max(least, 2 * largest));
    }
  });

  it('is 8 kB for a call that takes no session, whatever it carries', () => {
    const open = calls.filter(({ access }) => access === 'public');
    expect(open.length).toBeGreaterThan(5);
    for (const { path, maxBodyBytes } of open) expect(maxBodyBytes, path).toBe(8 * 1024);
  });

  it('counts a record by the entries that it may have', () => {
    const { kindsAtMost } = limits.retention;
    expect(retentionUpdate.input.safeParse({ days: daysOf(kindsAtMost) }).success).toBe(true);
    expect(retentionUpdate.input.safeParse({ days: daysOf(kindsAtMost + 1) }).success).toBe(false);
  });
});

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

describe('the largest input of a schema', () => {
  const text = z.string().check(z.maxLength(10));

  it.each([
    ['a text', text, JSON.stringify('中'.repeat(10))],
    ['a text of digits', z.string().check(z.regex(/^\d{6}$/)), '"123456"'],
    ['a list', z.array(text).check(z.maxLength(2)), JSON.stringify(['中'.repeat(10), '中'.repeat(10)])],
    ['a pair', z.tuple([text, text]), JSON.stringify(['中'.repeat(10), '中'.repeat(10)])],
    ['an object', z.strictObject({ a: z.optional(text) }), JSON.stringify({ a: '中'.repeat(10) })],
  ])('is at least as large as one can be made: %s', (_, schema, made) => {
    expect(schema.safeParse(JSON.parse(made)).success).toBe(true);
    expect(largestInput(schema)).toBeGreaterThanOrEqual(bytesOf(made));
    expect(largestInput(schema)).toBeLessThan(2 * bytesOf(made));
  });

  it.each([
    ['a text', z.string()],
    ['a list', z.array(z.boolean())],
    ['a pattern with a star', z.string().check(z.regex(/^a*$/))],
    ['a text inside', z.strictObject({ a: z.nullable(z.string()) })],
  ])('is without end where nothing bounds it: %s', (_, schema) => {
    expect(largestInput(schema)).toBe(Number.POSITIVE_INFINITY);
  });
});
