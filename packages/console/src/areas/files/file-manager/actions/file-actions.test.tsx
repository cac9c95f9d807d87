import { deviceSummary, offersWithout } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { deviceForTest } from '../../../../shared/device-feature/device/device-for-test.ts';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import { mountPages } from '../../../../core/router/mount-pages-for-test.tsx';
import { sessionStore } from '../../../../core/session/session-store.ts';
import { FileActions } from './file-actions.tsx';
import type { FileRow } from '../file-path.ts';
import texts from '../files.texts.json';

addTexts('files', texts);

afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

it('disables an action that the client refuses, and shows the reason below it', async () => {
  const { commands } = offersWithout({});
  const reason = 'This folder is read-only.';
  const offers = { commands: commands.filter((type) => type !== 'RENAME_FILE'), refusals: { RENAME_FILE: reason } };
  vi.stubGlobal('fetch', async (url: string) => {
    const data = url.endsWith(deviceSummary.path) ? deviceForTest({ offers }) : [];
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [] } });
  });
  const access = { id: 1, featurePermission: 'FILE_MANAGER', featureAccess: 'FULL_ACCESS' } as const;
  act(() => sessionStore.setProfile({ adminRole: 'ADMIN', featureAccessDTOs: [access] }));
  const file = { id: 1, name: 'a.txt', parent: '', folder: false, size: 1, mimeType: 'text/plain' } as FileRow;
  const Page = () => <FileActions deviceId={3} file={file} />;
  const { box } = await mountPages({ '/device/files/$deviceId': Page }, '/device/files/3');
  const option = (label: string) => [...box.querySelectorAll('button')].find((each) => each.textContent === label);
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(option('Rename')?.getAttribute('aria-disabled')).toBe('true');
  });
  expect(document.getElementById(option('Rename')?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
  expect(option('Delete')?.getAttribute('aria-disabled')).toBe('false');
  await act(async () => option('Rename')?.click());
  expect(document.querySelector('dialog[open]')).toBeNull();
});
