import { expect, it, vi } from 'vitest';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { MaskedText } from './highlight.tsx';
import texts from './messages.texts.json';

addTexts('messages', texts);

it('shows a masked code as a button whose label says that pressing is logged, and the rest as text', () => {
  const reveal = vi.fn<() => void>();
  const { box } = mount(<MaskedText text="Bank: code ••• •••, or ••••." search="bank" reveal={reveal} />);
  expect(box.textContent).toBe('Bank: code ••• •••, or ••••.');
  const buttons = [...box.querySelectorAll('button')];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['••• •••', '••••']);
  expect(buttons[0]?.getAttribute('aria-label')).toMatch(/^Show the code\. .* log/);
  expect(box.querySelector('mark')?.textContent).toBe('Bank');
  buttons[1]?.click();
  expect(reveal).toHaveBeenCalledTimes(1);
});
