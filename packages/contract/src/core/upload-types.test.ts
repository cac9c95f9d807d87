import { expect, it } from 'vitest';
import { uploadAccept, uploadExtensions, uploadTypes } from './upload-types.ts';

it('what may be uploaded is said by file fields and to people from one list', () => {
  const accepted = uploadAccept().split(',');
  for (const type of uploadTypes) expect(accepted).toContain(type);
  expect(uploadExtensions()).toHaveLength(uploadTypes.length);
  for (const extension of uploadExtensions()) expect(accepted).toContain(`.${extension.toLowerCase()}`);
  expect(new Set(accepted).size).toBe(accepted.length);
});
