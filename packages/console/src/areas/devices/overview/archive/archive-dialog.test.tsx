import { archiveStatus, archiveUrl, makeArchive, type Archive } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../core/api/query.ts';
import { mount, press } from '../../../../core/components/mount-for-test.tsx';
import { ArchiveDialog } from './archive-dialog.tsx';

const ready: Archive = {
  id: 5,
  state: 'READY',
  requestedBy: 'maria',
  reason: 'Letter of 3 May',
  requestedAt: new Date().toISOString(),
  size: 4_100_000,
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  leftOut: [],
};

async function type(box: HTMLElement, text: string): Promise<void> {
  const field = box.querySelector('textarea');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('the archive dialog', () => {
  let status: { archive: Archive | null; ticket: string | null };
  const requests: { path: string; body: unknown }[] = [];
  beforeEach(() => {
    requests.length = 0;
    vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
      const path = String(url);
      requests.push({ path, body: JSON.parse(String(request.body)) });
      if (path.endsWith(makeArchive.path)) {
        status = { archive: { ...ready, state: 'PENDING', size: null, expiresAt: null }, ticket: null };
      }
      const data = path.endsWith(archiveStatus.path) ? status : status.archive;
      return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } });
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  async function open(now: typeof status): Promise<HTMLElement> {
    status = now;
    const { box } = mount(
      <QueryClientProvider client={queryClient}>
        <ArchiveDialog deviceId={3} name="Anna" close={() => undefined} />
      </QueryClientProvider>,
    );
    await vi.waitFor(() => expect(box.querySelector('button')).not.toBeNull());
    return box;
  }

  it('requests an archive only with a reason', async () => {
    const box = await open({ archive: null, ticket: null });
    await type(box, 'why ');
    await press(box, 'Make archive');
    expect(box.textContent).toContain('Please say for which request, in a few words.');
    expect(requests.filter(({ path }) => path.endsWith(makeArchive.path))).toEqual([]);
    await type(box, ' Letter of 3 May ');
    await press(box, 'Make archive');
    await vi.waitFor(() => expect(box.querySelector('progress')).not.toBeNull());
    expect(requests).toContainEqual({
      path: expect.stringContaining(makeArchive.path),
      body: { deviceId: 3, reason: 'Letter of 3 May' },
    });
  });

  it('links to the download, and shows the reason of the archive and what is left out', async () => {
    const box = await open({ archive: { ...ready, leftOut: ['CONTACTS', 'SMS'] }, ticket: 'pass' });
    const link = box.querySelector('a');
    expect(link?.getAttribute('href')).toContain(archiveUrl(5, 'pass'));
    expect(box.textContent).toContain('Letter of 3 May');
    expect(box.textContent).toContain('4.1 MB');
    expect(box.textContent).toContain('does not share it now: Contacts, Text messages.');
    await press(box, 'Make another');
    expect(box.querySelector('textarea')).not.toBeNull();
  });

  it('says when the archive could not be made', async () => {
    const box = await open({ archive: { ...ready, state: 'FAILED', size: null, expiresAt: null }, ticket: null });
    expect(box.querySelector('[role=alert]')?.textContent).toContain('could not be made');
  });
});
