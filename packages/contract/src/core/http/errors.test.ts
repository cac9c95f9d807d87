import { describe, expect, it } from 'vitest';
import { clientErrors } from './client-errors.ts';
import { errorText, serverErrors } from './errors.ts';
import { fillText } from './texts.ts';

describe('the error catalogue', () => {
  it('fills the places of a text and leaves unknown ones visible', () => {
    expect(fillText(clientErrors.file_too_large, { size: 3 })).toBe('File size exceeds 3MB limit');
    expect(fillText('{a} {b}', { a: 1 })).toBe('1 {b}');
  });

  it('gives every error a status of a failure, and a sentence, or words that end with what the server fills in', () => {
    const others = Object.entries(serverErrors).filter(
      ([, { status, text }]) => status < 400 || status > 599 || !/^[A-Z{].*[.}]$/.test(text),
    );
    // Their words are those of the specification.
    expect(others.map(([code]) => code).toSorted()).toEqual([
      'authentication_required',
      'file_too_large',
      'file_type_not_allowed',
      'upload_failed',
    ]);
    expect(errorText('method_not_allowed', { method: 'POST' })).toBe('This call takes POST only.');
  });
});
