import { decideApproval, type Approval } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { ApprovalRow } from './approval-row.tsx';
import texts from './approvals.texts.json';

addTexts('approvals', texts);

const pending: Approval = {
  id: 7,
  deviceId: 3,
  deviceName: 'Pixel 9',
  username: 'anna',
  capability: 'CONTACTS',
  action: 'READ',
  askedBy: 'maria',
  reason: 'Lost phone',
  state: 'PENDING',
  askedAt: '2026-11-15T11:00:00.000Z',
  expiresAt: '2026-11-15T12:08:00.000Z',
  decidedBy: null,
  holdsUntil: null,
  mine: false,
  decidable: true,
  waitsFor: [],
};
const decisions: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T12:00:00Z'), toFake: ['Date'] });
  decisions.length = 0;
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url.endsWith(decideApproval.path)) decisions.push(JSON.parse(String(body)));
    return Response.json({ securityStatus: 'PLAINTEXT', data: null, meta: { has_error: false } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function draw(change: Partial<Approval> = {}): HTMLElement {
  return mount(
    <QueryClientProvider client={queryClient}>
      <ApprovalRow approval={{ ...pending, ...change }} />
    </QueryClientProvider>,
  ).box;
}

describe('a request for approval', () => {
  it.each([
    ['Agree', true],
    ['Decline', false],
  ])('says who wants what, why and until when, and is decided by %s', async (button, agree) => {
    const box = draw();
    expect(box.textContent).toContain('maria wants to look at Contacts');
    expect(box.textContent).toContain('Pixel 9, anna');
    expect(box.textContent).toContain('Reason: Lost phone');
    expect(box.textContent).toContain('The time to decide ends in 8 minutes');
    await press(box, button);
    await vi.waitFor(() => expect(decisions).toEqual([{ id: 7, agree }]));
  });

  it('of one’s own is not one’s to decide', () => {
    const box = draw({ mine: true, decidable: false, action: 'COMMAND', reason: null });
    expect(box.textContent).toContain('You want to ask for Contacts');
    expect(box.textContent).toContain('No reason was given.');
    expect(box.textContent).toContain('Waiting');
    expect(box.querySelector('button')).toBeNull();
  });

  it('that was decided says by whom, and how long an agreement lasts', () => {
    const agreed = draw({
      state: 'AGREED',
      decidable: false,
      decidedBy: 'olga',
      holdsUntil: '2026-11-15T12:30:00.000Z',
    });
    expect(agreed.textContent).toContain('olga agreed');
    expect(agreed.textContent).toContain('The agreement ends in 30 minutes');
    const declined = draw({ state: 'DECLINED', decidable: false, decidedBy: 'olga' });
    expect(declined.textContent).toContain('olga declined');
    expect(declined.textContent).toContain('Asked 1 hour ago');
  });
});
