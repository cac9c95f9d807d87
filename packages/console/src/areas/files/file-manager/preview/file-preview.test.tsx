import { cdnList, contentPath, deviceSummary, fileLinks, type CdnFile } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { deviceForTest } from '../../../../shared/device-feature/device/device-for-test.ts';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import { mountPages } from '../../../../core/router/mount-pages-for-test.tsx';
import { sessionStore } from '../../../../core/session/session-store.ts';
import { FilePreview } from './file-preview.tsx';
import texts from '../files.texts.json';

addTexts('files', texts);

const page = '<h1>Hello</h1><script>alert(1)</script>';
let stored: CdnFile[];
const fetched = vi.fn<(url: string, range: string | null) => void>();

function storedCopy(fileName: string, mimeType: string, more: Partial<CdnFile> = {}): CdnFile {
  return {
    id: 7,
    fileName,
    filePath: `Notes/${fileName}`,
    fileHash: 'ab'.repeat(32),
    fileExtension: fileName.split('.').at(-1) ?? '',
    fileSize: 1000,
    mimeType,
    downloadFile: contentPath,
    requestedBy: 'ada',
    storedAt: '2026-11-15T12:00:00.000Z',
    direction: 'FROM_DEVICE',
    ...more,
  };
}

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes(`${contentPath}/`)) {
      fetched(url, new Headers(init?.headers).get('range'));
      return new Response(page);
    }
    const responses: [string, unknown][] = [
      [deviceSummary.path, deviceForTest({})],
      [fileLinks.path, { ticket: 'ticket', expiresAt: '2030-01-01T00:00:00.000Z' }],
      [cdnList.path, stored],
    ];
    const data = responses.find(([path]) => url.endsWith(path))?.[1] ?? [];
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [] } });
  });
});
afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

async function open(name: string, level: 'READ_ONLY' | 'FULL_ACCESS' = 'READ_ONLY'): Promise<HTMLElement> {
  const access = { id: 1, featurePermission: 'FILE_MANAGER', featureAccess: level } as const;
  act(() => sessionStore.setProfile({ adminRole: 'ADMIN', featureAccessDTOs: [access] }));
  const Page = () => <FilePreview deviceId={3} file={{ parent: 'Notes', name }} close={() => undefined} />;
  return (await mountPages({ '/device/files/$deviceId': Page }, '/device/files/3')).box;
}

async function waitUntilPasses(check: () => void): Promise<void> {
  await vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });
}

describe('the preview of a file', () => {
  it('shows HTML as text, and only its beginning is fetched', async () => {
    stored = [storedCopy('page.html', 'text/html', { fileSize: 1_000_000 })];
    const box = await open('page.html');
    await waitUntilPasses(() => expect(box.querySelector('pre')?.textContent).toBe(page));
    expect(box.querySelector('h1, iframe, script')).toBeNull();
    expect(fetched).toHaveBeenCalledWith(expect.stringContaining('variant=full'), 'bytes=0-262143');
    expect(box.textContent).toContain('This is the beginning');
  });

  it('shows a PDF by the browser, from bytes that can be nothing else', async () => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { pdfViewerEnabled: true }));
    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('about:blank');
    onTestFinished(() => createObjectURL.mockRestore());
    stored = [storedCopy('a.pdf', 'application/pdf')];
    const box = await open('a.pdf');
    await waitUntilPasses(() =>
      expect(box.querySelector('iframe')?.getAttribute('src')).toBe('about:blank#navpanes=0'),
    );
    expect(createObjectURL).toHaveBeenCalledWith(expect.objectContaining({ type: 'application/pdf' }));
  });

  it.each([
    ['a.png', 'image/png', 'img'],
    ['a.mp3', 'audio/mpeg', 'audio'],
    ['a.mp4', 'video/mp4', 'video'],
  ])('shows %s by the type of its content', async (name, type, element) => {
    stored = [storedCopy(name, type)];
    const box = await open(name);
    await waitUntilPasses(() => expect(box.querySelector(element)?.getAttribute('src')).toContain('/content/abab'));
  });

  it('offers only the download when the type has no preview', async () => {
    stored = [storedCopy('a.png', 'application/zip')];
    const box = await open('a.png');
    await waitUntilPasses(() => expect(box.textContent).toContain('There is no preview of this kind of file.'));
    expect(box.querySelector('img')).toBeNull();
    expect(box.textContent).toContain('Download');
  });

  it('says that the server has no copy, and offers to fetch it with full access', async () => {
    stored = [storedCopy('a.txt', 'text/plain', { filePath: 'Other/a.txt' })];
    const box = await open('a.txt', 'FULL_ACCESS');
    await waitUntilPasses(() => expect(box.textContent).toContain('not on the server'));
    expect(box.textContent).toContain('Fetch from the device');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('offers no fetching with read-only access', async () => {
    stored = [];
    const box = await open('a.txt');
    await waitUntilPasses(() => expect(box.textContent).toContain('not on the server'));
    expect(box.textContent).not.toContain('Fetch from the device');
  });
});
