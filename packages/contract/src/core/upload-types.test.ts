import { expect, it } from 'vitest';
import { uploadAccept, uploadExtensions } from './upload-types.ts';

it('a file field accepts a type by its name and by every extension of it, each once', () => {
  const accepted = uploadAccept().split(',');
  expect(accepted).toEqual(expect.arrayContaining(['image/jpeg', '.jpg', '.jpeg', 'application/pdf', '.pdf', '.tgz']));
  expect(accepted.filter((each) => ['image/svg+xml', '.svg', '.exe', '.zip'].includes(each))).toEqual([]);
  expect(new Set(accepted).size).toBe(accepted.length);
});

it('people read one extension for each type', () => {
  expect(uploadExtensions()).toEqual(expect.arrayContaining(['JPG', 'PNG', 'MP3', 'PDF', 'GZ', 'RAR']));
  expect(uploadExtensions().filter((each) => ['JPEG', 'HTM', 'TGZ', 'OPUS'].includes(each))).toEqual([]);
});
