import { describe, expect, it } from 'vitest';
import { encodeBase32, findStep, stepAt, totpCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B, SHA-1, the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i is %s, as RFC 6238 says', (second, code) => {
    expect(totpCode(secret, stepAt(second * 1000))).toBe(code);
  });

  it('are taken one step early or late, and no further', () => {
    const now = 1_111_111_111_000;
    const found = [-2, -1, 0, 1, 2].map((steps) => findStep(secret, totpCode(secret, stepAt(now) + steps), now));
    expect(found.map((step) => step !== null)).toEqual([false, true, true, true, false]);
  });

  it('have their secret in base 32, as RFC 4648 says', () => {
    expect(encodeBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
    expect(encodeBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  });
});
