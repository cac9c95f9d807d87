import { afterEach, expect, it } from 'vitest';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import texts from './account.texts.json';
import { EmailDialog } from './email-dialog.tsx';

addTexts('account', texts);

afterEach(() => document.head.querySelector('meta[name=mail]')?.remove());

const draw = () =>
  mount(<EmailDialog close={() => undefined} />).box.ownerDocument.querySelector('dialog')?.textContent;

it('announces a mail when the server sends mail', () => {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'mail', content: 'sent' }));
  expect(draw()).toContain('We send a code to the new address');
});

it('says whom to ask for the code when the server sends no mail', () => {
  const words = draw();
  expect(words).not.toContain('We send');
  expect(words).toMatch(/sends no mail.*ask whoever runs the server/);
});
