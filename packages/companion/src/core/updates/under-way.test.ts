import { afterEach, expect, it } from 'vitest';
import { beginUnderWay, isNothingUnderWay } from './under-way.ts';

afterEach(() => document.body.replaceChildren());

it('an idle page may be reloaded', () => {
  document.body.innerHTML = '<input type="checkbox" checked><input><textarea></textarea>';
  expect(isNothingUnderWay()).toBe(true);
});

it('not while something goes on', () => {
  const end = beginUnderWay();
  const endOther = beginUnderWay();
  end();
  expect(isNothingUnderWay()).toBe(false);
  endOther();
  expect(isNothingUnderWay()).toBe(true);
});

it('not while a text is being written', () => {
  document.body.innerHTML = '<input value="Ada">';
  expect(isNothingUnderWay()).toBe(false);
  document.body.innerHTML = '<textarea>Dear admin</textarea>';
  expect(isNothingUnderWay()).toBe(false);
});
