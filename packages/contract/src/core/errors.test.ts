import { describe, expect, it } from 'vitest';
import { clientErrors } from './client-errors.ts';
import { errorText, serverErrors } from './errors.ts';
import { fillText } from './texts.ts';

describe('the error catalogue', () => {
  it('[SPEC 8.9] says that commands are pending', () => {
    expect(serverErrors.commands_pending.text).toBe(
      'You have pending commands in the queue. Please wait for them to complete before submitting new ones.',
    );
  });

  it('[SPEC 8.10] says that a file is too large', () => {
    expect(serverErrors.body_too_large.text).toBe('File too large. Please reduce the file size and try again.');
  });

  it('[SPEC 8.13] says that authentication is required', () => {
    expect(serverErrors.authentication_required.text).toBe('Authentication required');
  });

  it('fills the places of a text and leaves unknown ones visible', () => {
    expect(fillText(clientErrors.file_too_large, { size: 3 })).toBe('File size exceeds 3MB limit');
    expect(fillText('{a} {b}', { a: 1 })).toBe('1 {b}');
  });

  it('gives every error a fitting status and a text that ends a sentence or names a fact', () => {
    for (const [code, { status, text }] of Object.entries(serverErrors)) {
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(status, code).toBeLessThan(600);
      // What a device's client cannot do, it says itself.
      expect(text.length > 10 || text === '{reason}', code).toBe(true);
    }
    expect(errorText('method_not_allowed', { method: 'POST' })).toBe('This call takes POST only.');
  });
});
