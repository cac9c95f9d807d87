import { noticeText, noticeVersion } from '@fairwatch/contract';
import { createStore } from '@fairwatch/device/core';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { mount, press } from '../components/mount-for-test.tsx';
import { CompanionContext } from '../live/companion-context.ts';
import { ChangedNotice } from './changed-notice.tsx';

const ground = { purpose: 'FAMILY', purposeText: '', legalBasis: 'CONSENT', guardian: null, reviewOn: null } as const;

function draw(readNotice: number, pendingDecisions: readonly object[] = []) {
  const grants = { capabilities: ['CAMERA', 'CONTACTS'], paused: false, hours: null };
  const live = createStore({ readNotice, ground, grants, pendingDecisions });
  const answer = Promise.withResolvers<void>();
  const changeGrants = vi.fn<(capabilities: readonly string[]) => Promise<void>>(() => answer.promise);
  const box = mount(
    <CompanionContext value={{ live, saved: { language: 'en' }, client: { changeGrants } } as never}>
      <ChangedNotice />
    </CompanionContext>,
  );
  return { box, live, changeGrants, answer };
}

it('is shown only while an older notice is known to have been read', () => {
  expect(draw(0).box.textContent).toBe('');
  expect(draw(noticeVersion).box.textContent).toBe('');
  expect(draw(noticeVersion - 1).box.textContent).toContain('The notice has changed');
});

it('says what is new, and the whole text is one tap away', async () => {
  const { box } = draw(2);
  expect(box.textContent).toContain('live picture of your camera');
  const [line = ''] = noticeText(ground, 'en').split('\n');
  expect(box.textContent).not.toContain(line);
  await press(box, 'Read the whole notice');
  expect(box.textContent).toContain(line);
});

it('changes nothing about what is shared when the person agrees, and goes when the server has heard', async () => {
  const { box, live, changeGrants, answer } = draw(2);
  await press(box, 'I have read it');
  await press(box, 'I have read it');
  expect(changeGrants.mock.calls).toEqual([[['CONTACTS', 'CAMERA']]]);
  expect(box.textContent).toContain('The server is told when it is connected.');
  await act(async () => {
    answer.resolve();
    live.set({ readNotice: noticeVersion });
  });
  expect(box.textContent).toBe('');
});

it('keeps a choice that the server has not heard yet, and says when agreeing failed', async () => {
  const { box, changeGrants, answer } = draw(2, [{ type: 'consent', capabilities: ['CONTACTS'] }]);
  await press(box, 'I have read it');
  expect(changeGrants.mock.calls).toEqual([[['CONTACTS']]]);
  await act(async () => answer.reject(new Error('Please try again.')));
  expect(box.querySelector('[role=alert]')?.textContent).toBe('Please try again.');
});
