import { expect, it } from 'vitest';
import { mount, press } from '../mount-for-test.tsx';
import { Filters } from './filters.tsx';

it('opens the filters by a button, which says when one of them leaves rows out', async () => {
  const { box } = mount(<Filters active>status</Filters>);
  const button = box.querySelector('button');
  const filters = document.getElementById(button?.getAttribute('aria-controls') ?? '');
  expect([filters?.textContent, button?.getAttribute('aria-expanded')]).toEqual(['status', 'false']);
  await press(box, 'Filters: on');
  expect([filters?.hasAttribute('data-opened'), button?.getAttribute('aria-expanded')]).toEqual([true, 'true']);
});
