import { expect, it } from 'vitest';
import { breakable } from './breakable.tsx';
import { mount } from '../mount-for-test.tsx';

it('allows line breaks after dots and @ without changing the text', () => {
  const { box } = mount(<p>{breakable('anna.maier@mail.example.org')}</p>);
  expect(box.querySelector('p')?.innerHTML).toBe('anna.<wbr>maier@<wbr>mail.<wbr>example.<wbr>org');
  expect(box.textContent).toBe('anna.maier@mail.example.org');
});

it('returns a text without break points unchanged', () => {
  expect(breakable('Anna Maier')).toBe('Anna Maier');
});
