import {
  capabilities,
  type appPermissions,
  type deviceGrants,
  type OutputOf,
  type PermissionStatus,
} from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { columns } from './app-permissions.columns.tsx';
import texts from './app-permissions.texts.json';
import { GrantsPanel } from './grants-panel.tsx';

addTexts('app-permissions', texts);
afterEach(() => void vi.unstubAllGlobals());

const hourAgo = new Date(Date.now() - 3_660_000).toISOString();
const dayAgo = new Date(Date.now() - 25 * 3_600_000).toISOString();
const known: OutputOf<typeof deviceGrants> = {
  pausedSince: null,
  heldSince: null,
  hours: null,
  hoursBeginAt: null,
  grants: [
    { capability: 'CONTACTS', title: 'Contacts', shares: 'Names.', granted: true, since: hourAgo, asked: null },
    { capability: 'SMS', title: 'Text messages', shares: 'Texts.', granted: false, since: dayAgo, asked: null },
    { capability: 'CAMERA', title: 'Camera', shares: 'Photos.', granted: false, since: null, asked: null },
  ],
};

async function draw(change: Partial<typeof known> = {}): Promise<HTMLElement> {
  const data = { ...known, ...change };
  vi.stubGlobal('fetch', async () => Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } }));
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <GrantsPanel deviceId={3} />
    </QueryClientProvider>,
  );
  await act(() => vi.waitUntil(() => box.querySelector('li') !== null));
  return box;
}

describe('what the person shares', () => {
  it('is counted, and told apart: shared, withdrawn, and never shared', async () => {
    const box = await draw();
    expect(box.querySelector('section')?.textContent).toContain('1 of 3');
    expect([...box.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      `Contacts${capabilities.CONTACTS.shares}Shared1 hour ago`,
      `Text messages${capabilities.SMS.shares}Withdrawnyesterday`,
      `Camera${capabilities.CAMERA.shares}Not shared`,
    ]);
    expect(box.textContent).not.toMatch(/paused|restored/);
  });

  it.each([
    ['while it is paused', { pausedSince: hourAgo }, /^Sharing is paused.* Paused 1 hour ago$/],
    [
      'since a restore, paused or not',
      { pausedSince: hourAgo, heldSince: dayAgo },
      /restored from a backup.* yesterday$/,
    ],
  ])('is nothing %s', async (_, change, words) => {
    const box = await draw(change);
    expect([...box.querySelectorAll('section > p')].at(-1)?.textContent).toMatch(words);
  });
});

const statusCell = columns.find(({ key }) => key === 'status')?.cell;
const isMissing = (status: PermissionStatus, userPermissionRequirement: 'REQUIRED' | 'OPTIONAL') => {
  const permission = { status, userPermissionRequirement } as OutputOf<typeof appPermissions.list>[number];
  return mount(<>{statusCell?.(permission)}</>).box.querySelector('[data-tone=bad]') !== null;
};

describe('a permission of the device’s system', () => {
  it('stands out where it is required and not given', () => {
    const statuses = ['GRANTED', 'ONLY_WHILE_IN_USE', 'DENIED', 'NOT_ASKED'] as const;
    expect(statuses.map((status) => isMissing(status, 'REQUIRED'))).toEqual([false, false, true, true]);
    expect(statuses.map((status) => isMissing(status, 'OPTIONAL'))).toEqual([false, false, false, false]);
  });
});
