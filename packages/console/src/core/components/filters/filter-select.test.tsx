import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { FilterSelect } from './filter-select.tsx';
import { mount } from '../mount-for-test.tsx';

const options = [
  { value: 'RED', label: 'Red' },
  { value: 'BLUE', label: 'Blue' },
] as const;

function render(value: unknown) {
  const onChange = vi.fn<(value: string | undefined) => void>();
  const { box } = mount(<FilterSelect label="Colour" any="Any" {...{ options, value, onChange }} />);
  const select = box.querySelector('select');
  if (select === null) throw new Error('There is no select.');
  const choose = (next: string) =>
    act(() => {
      select.value = next;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
  return { select, choose, onChange };
}

it('sets and removes the filter', () => {
  const { choose, onChange } = render('RED');
  choose('BLUE');
  choose('');
  expect(onChange.mock.calls).toEqual([['BLUE'], [undefined]]);
});

it('shows a value of the URL that is not among the options', () => {
  const { select } = render('GREEN');
  expect(select.value).toBe('GREEN');
  expect([...select.options].map((option) => option.text)).toEqual(['Any', 'GREEN', 'Red', 'Blue']);
});

it.each([undefined, null, 7])('treats %s as no filter', (value) => {
  expect(render(value).select.value).toBe('');
});
