import { expect, it } from 'vitest';
import { idInAddress, noSuchId } from './id-in-address.ts';

it.each([
  ['7', 7],
  ['0', 1],
  ['-7', noSuchId],
  ['7.5', noSuchId],
  ['1e3', noSuchId],
  ['9999999999999999', noSuchId],
  ['seven', noSuchId],
  ['', noSuchId],
  [undefined, noSuchId],
])('reads %s as %d', (text, id) => expect(idInAddress(text)).toBe(id));
