import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { fieldOf, mount } from './mount-for-test.tsx';
import { SwitchCard, SwitchRow } from './switch-row.tsx';

const position = (one: Element, other: Element) => one.compareDocumentPosition(other);

it.each([
  ['a row', SwitchRow],
  ['a card', SwitchCard],
])('%s has its label and hint first and the switch after both, and is switched by its label', async (_, Shown) => {
  const onChange = vi.fn<(on: boolean) => void>();
  const box = mount(
    <Shown label="Location" name="Share Location" hint="Where you are" isOn={false} onChange={onChange} />,
  );
  const control = fieldOf(box, 'Location');
  expect(control.getAttribute('aria-label')).toBe('Share Location');
  const hint = box.querySelector(`[id="${control.getAttribute('aria-describedby')}"]`);
  if (!hint) throw new Error('The switch has no description.');
  expect(hint.textContent).toBe('Where you are');
  expect(position(hint, control)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await act(async () => box.querySelector('label')?.click());
  expect(onChange.mock.calls).toEqual([[true]]);
});

it('a card is named by the label of its switch, as a heading', () => {
  const box = mount(<SwitchCard label="Location" isOn onChange={() => undefined} />);
  const heading = box.querySelector('h2');
  expect(heading?.textContent).toBe('Location');
  expect(box.querySelector('section')?.getAttribute('aria-labelledby')).toBe(heading?.id);
  expect(fieldOf(box, 'Location').hasAttribute('aria-describedby')).toBe(false);
});
