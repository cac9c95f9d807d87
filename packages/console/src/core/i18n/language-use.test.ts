import { expect, it } from 'vitest';
import { readCode } from './source-for-test.ts';

const files = Object.entries(readCode()).filter(([file]) => !file.startsWith('core/i18n/'));

/** `language` is a parameter of the functions that format; their callers pass `currentLanguage()`. */
const known = String.raw`(?:language|currentLanguage\(\))\s*[,)]`;
const refused = {
  'a language that Intl may not take': /\bi18n\.(?:language|languages|resolvedLanguage)\b|\bnavigator\.language/,
  'Intl without currentLanguage()': new RegExp(
    // The reader's time zone and the list of all zones need no language.
    String.raw`\bIntl\.(?!supportedValuesOf)\w+\((?!\s*${known})(?!\)\.resolvedOptions\(\))`,
  ),
  'toLocale... without currentLanguage()': new RegExp(String.raw`\.toLocale\w+\((?!\s*${known})`),
  'localeCompare without currentLanguage()': new RegExp(String.raw`\.localeCompare\((?![\w.]+,\s*${known})`),
};

it.each(Object.entries(refused))('no file of the console uses %s', (_what, pattern) => {
  const found = files.filter(([, source]) => pattern.test(source));
  expect(found.map(([path]) => path)).toEqual([]);
  expect(files.length).toBeGreaterThan(400);
});
