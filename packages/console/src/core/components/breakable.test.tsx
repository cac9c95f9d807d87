import { expect, it } from 'vitest';
import { breakable } from './breakable.tsx';
import { mount } from './mount-for-test.tsx';

it('breaks after dots and signs, and reads and copies as before', () => {
  const { box } = mount(<p>{breakable('anna.maier@mail.example.org')}</p>);
  expect(box.querySelector('p')?.innerHTML).toBe('anna.<wbr>maier@<wbr>mail.<wbr>example.<wbr>org');
  expect(box.textContent).toBe('anna.maier@mail.example.org');
});

it('leaves alone what has none', () => {
  expect(breakable('Anna Maier')).toBe('Anna Maier');
});
