import { describe, expect, it } from 'vitest';
import { clientErrors } from './client-errors.ts';
import { errorStatus, errorText, type ErrorCode } from './errors.ts';
import { fillText } from './texts.ts';

describe('the error catalogue', () => {
  it('fills the places of a text and leaves unknown ones visible', () => {
    expect(fillText(clientErrors.file_too_large, { size: 3 })).toBe('File size exceeds 3MB limit');
    expect(fillText('{a} {b}', { a: 1 })).toBe('1 {b}');
  });

  it('gives every error a status of a failure, and a sentence, or words that end with what the server fills in', () => {
    const codes = Object.keys(errorStatus) as ErrorCode[];
    expect(codes.filter((code) => errorStatus[code] < 400 || errorStatus[code] > 599)).toEqual([]);
    // Their words are those of the specification.
    expect(codes.filter((code) => !/^[A-Z{].*[.}]$/.test(errorText(code))).toSorted()).toEqual([
      'authentication_required',
      'file_too_large',
      'file_type_not_allowed',
      'upload_failed',
    ]);
    const ofConsole = codes.filter((code) => code in clientErrors) as (ErrorCode & keyof typeof clientErrors)[];
    expect(ofConsole.map((code) => errorText(code))).toEqual(ofConsole.map((code) => clientErrors[code]));
    expect(errorText('method_not_allowed', { method: 'POST' })).toBe('This call takes POST only.');
  });
});
