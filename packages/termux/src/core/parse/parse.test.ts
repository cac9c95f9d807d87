import { clip, hashKey } from '@fairwatch/device/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiDigits, digitZeros } from './digits.ts';
import { hostileText } from './hostile-text-for-test.ts';
import { readFields, readFlag, readList, readNumber, readText, readWhole } from './fields.ts';
import { uniqueKeys } from './keys.ts';
import { parseProperties } from './properties.ts';

describe('digits', () => {
  it('become ASCII from any script, without marks of the direction', () => {
    expect(asciiDigits('٢٠٢٦-٠٣-٢٩ ١٤:٠٥')).toBe('2026-03-29 14:05');
    expect(asciiDigits('۲۰۲۶-۱۱-۱۷ ۰۹:۳۰:۵۹')).toBe('2026-11-17 09:30:59');
    expect(asciiDigits('\u200F०१:२३\u200E')).toBe('01:23');
    expect(asciiDigits('plain 123 — é')).toBe('plain 123 — é');
  });

  it('are ten in a row after each zero', () => {
    for (const zero of digitZeros) {
      const all = Array.from({ length: 10 }, (_, value) => String.fromCodePoint(zero + value)).join('');
      expect(all).toMatch(/^\p{Nd}{10}$/u);
      expect(asciiDigits(all)).toBe('0123456789');
    }
  });
});

describe('a clipped text', () => {
  it('is within its limit and can be stored, whatever it was', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(300), (text, maxLength) => {
        const clipped = clip(`${text}\uD83D\0`, maxLength);
        expect(clipped.length).toBeLessThanOrEqual(maxLength);
        expect(clipped.isWellFormed()).toBe(true);
        expect(clipped).not.toContain('\0');
      }),
    );
  });

  it('is not cut within a character', () => {
    expect(clip(`${'a'.repeat(199)}😀`, 200)).toBe('a'.repeat(199));
    expect(clip('x'.repeat(5_000_000), 3)).toBe('xxx');
  });
});

describe('fields', () => {
  it('are texts, numbers and flags in whatever way they are printed', () => {
    expect([readText(null, 9), readText({}, 9), readText(7, 9), readText(' a ', 9)]).toEqual(['', '', '7', 'a']);
    expect(['12', '٤٢', '-3.5', '', '1e3', 'x', null, Number.NaN].map(readNumber)).toEqual([
      12,
      42,
      -3.5,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([readWhole('1.5'), readWhole(2 ** 60), readWhole('9'.repeat(39))]).toEqual([null, null, null]);
    expect([readFlag('true'), readFlag(false), readFlag(1)]).toEqual([true, false, null]);
  });

  it('are refused when the whole is of another kind', () => {
    for (const json of [null, 'text', 3, {}]) {
      expect(() => readList('termux-sms-list', json)).toThrow(expect.objectContaining({ kind: 'UNREADABLE' }));
    }
    for (const json of [null, 'text', 3, []]) {
      expect(() => readFields('termux-battery-status', json)).toThrow(expect.objectContaining({ kind: 'UNREADABLE' }));
    }
  });
});

describe('keys', () => {
  it('tell apart what is joined differently, and fit the contract', () => {
    expect(hashKey('ab', 'c')).not.toBe(hashKey('a', 'bc'));
    expect(hashKey('x')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('are numbered when they repeat', () => {
    const unique = uniqueKeys();
    expect(['a', 'b', 'a', 'a'].map(unique)).toEqual(['a', 'b', 'a-2', 'a-3']);
  });
});

describe('properties', () => {
  it('are read with brackets, empty values and line breaks in them', () => {
    const output =
      '[ro.product.model]: [Pixel [8]]\n[empty]: []\n[two.lines]: [one\ntwo]\nrubbish\n[ro.build.version.sdk]: [35]\r\n';
    expect([...parseProperties(output)]).toEqual([
      ['ro.product.model', 'Pixel [8]'],
      ['empty', ''],
      ['two.lines', 'one\ntwo'],
      ['ro.build.version.sdk', '35'],
    ]);
  });

  it('are none in any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => parseProperties(text) instanceof Map));
    expect(parseProperties('['.repeat(200_000)).size).toBe(0);
  });
});
