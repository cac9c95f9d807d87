import { describe, expect, it } from 'vitest';
import { returnSearch, safeReturnPath } from './return-path.ts';

describe('the return path after signing in', () => {
  it('keeps a path of this console', () => {
    expect(safeReturnPath('/device/contact/3?search=mara')).toBe('/device/contact/3?search=mara');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', undefined, 7])(
    'never leads elsewhere: %s',
    (value) => {
      expect(safeReturnPath(value)).toBe('/');
    },
  );

  it('leaves the address of the login page clean when there is nothing to return to', () => {
    expect(returnSearch('/')).toEqual({});
    expect(returnSearch('/device-list')).toEqual({ redirect: '/device-list' });
  });
});
