import { expect, it } from 'vitest';
import { mimeTypeByName, nameOfType } from './mime-types.ts';

it('tells the type by the extension, as phones do', () => {
  expect(mimeTypeByName('holiday.JPG')).toBe('image/jpeg');
  expect(mimeTypeByName('.hidden')).toBe('application/octet-stream');
});

it('gives a name the extension of its type, once', () => {
  expect(nameOfType('icon of Chess', 'image/png')).toBe('icon of Chess.png');
  expect(nameOfType('holiday.JPEG', 'image/jpeg')).toBe('holiday.JPEG');
  expect(nameOfType('preview of film.mp4', 'image/jpeg')).toBe('preview of film.mp4.jpg');
  expect(nameOfType('icon.png', 'image/webp')).toBe('icon.png');
  expect(nameOfType('notes', 'application/octet-stream')).toBe('notes');
});
