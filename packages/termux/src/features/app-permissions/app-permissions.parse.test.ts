import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMissingPermissions } from './app-permissions.parse.ts';

describe('missing permissions', () => {
  it('are those that Termux:API names', () => {
    const one = 'Please grant the following permission to use this command: android.permission.READ_CALL_LOG';
    const two =
      'Please grant the following permissions to use this command: android.permission.READ_SMS ,android.permission.READ_CONTACTS';
    expect(parseMissingPermissions(one)).toEqual(['android.permission.READ_CALL_LOG']);
    expect(parseMissingPermissions(two)).toEqual(['android.permission.READ_SMS', 'android.permission.READ_CONTACTS']);
  });

  it('are not in any other text', () => {
    expect(parseMissingPermissions('Please grant access')).toEqual([]);
    expect(parseMissingPermissions('android.permission.READ_SMS')).toBeNull();
    fc.assert(fc.property(fc.string(), (text) => (parseMissingPermissions(text) ?? []).length === 0));
  });
});
