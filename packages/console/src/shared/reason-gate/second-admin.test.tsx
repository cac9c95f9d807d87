import { approvalList, contacts, errorText, loadReason, withdrawApproval, type Approval } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../core/api/client.ts';
import { setDeviceGate } from '../../core/api/device-gate.ts';
import { query, queryClient, readError } from '../../core/api/query.ts';
import { press } from '../../core/components/mount-for-test.tsx';
import { ErrorView } from '../../core/components/page/error-view.tsx';
import { ErrorViews } from '../../core/components/page/error-views.ts';
import { mountPages } from '../../core/router/mount-pages-for-test.tsx';
import { notifyApprovalChange } from './approval-wait.ts';
import { secondAdminViews } from './error-views.tsx';
import { reasonGate } from './reason-gate.ts';
import { WaitingCommands } from './waiting-commands.tsx';

const expiresAt = new Date(2026, 10, 19, 12, 8);
const pending: Approval = {
  id: 9,
  deviceId: 7,
  deviceName: 'Pixel 9',
  username: 'anna',
  capability: 'CONTACTS',
  action: 'READ',
  askedBy: 'maria',
  reason: null,
  state: 'PENDING',
  askedAt: '2026-11-19T11:00:00.000Z',
  expiresAt: expiresAt.toISOString(),
  decidedBy: null,
  holdsUntil: null,
  mine: true,
  decidable: false,
  waitsFor: ['olga', 'sam'],
};
let approvals: Approval[];
let code: 'approval_needed' | 'approval_missing';
let withdrawn: unknown[];

const answer = (data: unknown, message: object[] = [], status = 200) =>
  Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: message.length > 0, message } }, { status });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 19, 12, 0), toFake: ['Date'] });
  [approvals, code, withdrawn] = [[pending], 'approval_needed', []];
  queryClient.clear();
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url.endsWith(approvalList.path)) return answer(approvals);
    if (url.endsWith(loadReason.path)) return answer({ policies: {}, given: [] });
    if (url.endsWith(withdrawApproval.path)) {
      withdrawn.push(JSON.parse(String(body)));
      [approvals, code] = [[], 'approval_missing'];
      return answer(null);
    }
    if (!url.endsWith(contacts.list.path) && !url.endsWith(contacts.update.path)) return answer([]);
    const client = errorText(code, { capability: 'Contacts', time: '2026-11-19 12:08 UTC' });
    return answer(null, [{ code, text: { client } }], 403);
  });
});
afterEach(() => {
  setDeviceGate(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Contacts() {
  const { data, error, refetch } = useQuery(query(contacts.list, { deviceId: 7 }));
  const failed = readError({ data, error });
  return (
    <ErrorViews value={secondAdminViews}>
      <WaitingCommands />
      {failed && <ErrorView error={failed} retry={refetch} />}
    </ErrorViews>
  );
}

const open = () => mountPages({ '/device/contact/$deviceId': Contacts, '/elsewhere': () => null }, '/device/contact/7');

const eventually = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });

describe('a page that waits for a second admin', () => {
  it('says whom it waits for and until when, and is no failure', async () => {
    const { box } = await open();
    await eventually(() => expect(box.textContent).toMatch(/olga or sam can agree until 12:08.* look at Contacts/));
    expect(box.textContent).not.toContain('could not be loaded');
    expect(box.querySelector('[role=alert]')).toBeNull();
  });

  it('takes the request back, and asks again only when the person does', async () => {
    const { box } = await open();
    await eventually(() => expect(box.textContent).toContain('Withdraw the request'));
    await press(box, 'Withdraw the request');
    await eventually(() => expect(box.textContent).toContain('Ask a second admin'));
    expect(withdrawn).toEqual([{ id: 9 }]);
    [approvals, code] = [[pending], 'approval_needed'];
    await act(
      async () =>
        await queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => path === approvalList.path }),
    );
    await press(box, 'Ask a second admin');
    await eventually(() => expect(box.textContent).toContain('olga or sam can agree'));
  });

  it('waits for the request of a command, which includes it', async () => {
    approvals = [{ ...pending, action: 'COMMAND' }];
    const { box } = await open();
    await eventually(() => expect(box.textContent).toMatch(/olga or sam can agree until 12:08.* look at Contacts/));
  });

  it('says when nobody agreed in time', async () => {
    vi.setSystemTime(new Date(2026, 10, 19, 12, 9));
    const { box } = await open();
    await eventually(() => expect(box.textContent).toContain('Nobody agreed in time.'));
    expect(box.textContent).toContain('Ask again');
  });
});

/** Gives a command, as a click does, and returns what its failure calls. */
const ask = () => {
  const failed = vi.fn<(error: Error) => void>();
  call(contacts.update, { deviceId: 7 }).catch(failed);
  return failed;
};

describe('a command that waits for a second admin', () => {
  beforeEach(() => {
    setDeviceGate(reasonGate);
    approvals = [{ ...pending, action: 'COMMAND' }];
  });

  it('says whom it waits for on its page, and can be taken back', async () => {
    const { box } = await open();
    const failed = ask();
    await eventually(() => expect(box.textContent).toMatch(/olga or sam can agree until 12:08.*ask this device/));
    await press(box.querySelector('output') ?? box, 'Withdraw the request');
    await eventually(() => expect(failed).toHaveBeenCalledOnce());
    expect(failed.mock.calls[0]?.[0].message).toBe(
      'The request is withdrawn, so the device was not asked for Contacts.',
    );
    expect(box.querySelector('output')).toBeNull();
  });

  it('says who declined', async () => {
    const { box } = await open();
    const failed = ask();
    await eventually(() => expect(box.querySelector('output')).not.toBeNull());
    approvals = [{ ...pending, action: 'COMMAND', state: 'DECLINED', decidedBy: 'olga' }];
    await act(async () => notifyApprovalChange(7));
    await eventually(() => expect(failed).toHaveBeenCalledOnce());
    expect(failed.mock.calls[0]?.[0].message).toBe('olga declined, so the device was not asked for Contacts.');
  });

  it('is not sent once its page is left', async () => {
    const { box, router } = await open();
    const failed = ask();
    await eventually(() => expect(box.querySelector('output')).not.toBeNull());
    await act(async () => await router.navigate({ to: '/elsewhere' }));
    await eventually(() => expect(failed).toHaveBeenCalledOnce());
    expect(failed.mock.calls[0]?.[0].message).toBe('You left the page, so the device is not asked for Contacts.');
  });
});
