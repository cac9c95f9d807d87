import { downloadStatic, limits, type OfferedDocument } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { tokenCookie } from '../../../core/session/token-cookie.ts';
import { toast, Toaster } from '../../../core/toast/toast.tsx';
import texts from './app-download.texts.json';
import { Documents } from './documents.tsx';
import type { StaticUpload } from './use-static-upload.ts';

addTexts('app-download', texts);

const server = vi.fn<typeof fetch>();
const guide: OfferedDocument = {
  id: 4,
  fileName: 'Guide.pdf',
  size: 5,
  sha256: 'a'.repeat(64),
  updatedAt: '2026-11-14T10:00:00Z',
  updatedBy: 'ada',
  url: '/download/abc',
};
const saved: string[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  tokenCookie.save('the-token', false);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${(blob as Blob).size}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.getAttribute('href')}`);
  });
});
afterEach(() => {
  act(() => toast.removeAll());
  server.mockReset();
  saved.length = 0;
  tokenCookie.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Clicks the link and returns true when the default action, following it, was not prevented. */
async function press(document: OfferedDocument): Promise<boolean> {
  const { box } = mount(
    <>
      <Documents
        documents={[document]}
        mayChange={false}
        uploading={{} as StaticUpload}
        refetch={vi.fn<() => Promise<unknown>>()}
      />
      <Toaster />
    </>,
  );
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  await act(async () => box.querySelector('a')?.dispatchEvent(event));
  return !event.defaultPrevented;
}

it('[SPEC 7.32] a small document is asked for by its number, with the own session, and saved', async () => {
  server.mockImplementation(async () => new Response('%PDF-'));
  expect(await press(guide)).toBe(false);
  await vi.waitFor(() => expect(saved).toEqual(['Guide.pdf blob:5']));
  const [url, request] = server.mock.calls[0] ?? [];
  expect([url, request?.body]).toEqual([downloadStatic.path, '{"id":4}']);
  expect(new Headers(request?.headers).get('authorization')).toBe('Bearer the-token');
});

it('shows an error for a document that no longer exists', async () => {
  const message = [{ text: { client: 'This file does not exist.' } }];
  const meta = { has_error: true, message, pagination: null };
  server.mockImplementation(async () =>
    Response.json({ securityStatus: 'PLAINTEXT', data: null, meta }, { status: 404 }),
  );
  await press(guide);
  await vi.waitFor(() => expect(document.body.textContent).toContain('This file does not exist.'));
  expect(saved).toEqual([]);
});

it('lets the browser follow the link of a large document', async () => {
  expect(await press({ ...guide, size: limits.request.maxBytes + 1 })).toBe(true);
  expect(server).not.toHaveBeenCalled();
});
