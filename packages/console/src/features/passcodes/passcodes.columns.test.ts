import { describe, expect, it } from 'vitest';
import { i18n } from '../../core/i18n/i18n.ts';
import { columns } from './passcodes.columns.tsx';

describe('the OTP list', () => {
  it('[SPEC 2.62] has ID, OTP and action, and between them what became of each', () => {
    const headers = columns.map(({ header }) => i18n.t(header));
    expect(headers.slice(0, 2)).toEqual(['ID', 'OTP']);
    expect(headers.at(-1)).toBe('Action');
  });
});
