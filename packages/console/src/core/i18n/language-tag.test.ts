import { describe, expect, it } from 'vitest';
import { languageTag } from './language-tag.ts';

describe('the language tag of what a browser reports', () => {
  it.each([
    ['en', 'en'],
    ['en-gb', 'en-GB'],
    ['en-US@posix', 'en-US'],
    ['en_US.UTF-8', 'en-US'],
    ['de_DE@euro', 'de-DE'],
    ['zh-Hans-CN-x-private', 'zh-Hans-CN-x-private'],
  ])('%s is %s', (reported, tag) => {
    expect(languageTag(reported)).toBe(tag);
    expect(() => new Intl.DateTimeFormat(tag)).not.toThrow();
  });

  it.each([
    'c',
    'C.UTF-8',
    'POSIX',
    '',
    'xx',
    'en-a',
    'en-US-en-US@@',
    '*',
    '<script>alert(1)</script>',
    'en" onmouseover="x()',
    'javascript:alert(1)',
    'e'.repeat(10_000),
    undefined,
    null,
    7,
  ])('%s is none', (reported) => {
    expect(languageTag(reported)).toBeNull();
  });
});
