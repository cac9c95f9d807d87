import { deviceSummary, gallery, galleryDays, type GalleryItem } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceForTest } from '../../../shared/device-feature/device/device-for-test.ts';
import { mountPages } from '../../../core/router/mount-pages-for-test.tsx';
import { PhotosView } from './gallery.view.tsx';

const pagination = { page: 1, pageSize: 20, totalItems: 1, totalPages: 1 };
const photo = { id: 1, kind: 'PHOTO', fileName: 'a.jpg', takenAt: '2026-11-15T10:00:00.000Z' } as GalleryItem;
const device = deviceForTest();

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (url) => {
      const path = String(url);
      if (path.endsWith(galleryDays.path)) {
        const message = [{ text: { client: 'The days cannot be loaded.' }, code: 'invalid_input' }];
        return Response.json({ securityStatus: 'PLAINTEXT', meta: { has_error: true, message } }, { status: 400 });
      }
      const data = path.endsWith(gallery.list.path) ? [photo] : path.endsWith(deviceSummary.path) ? device : [];
      return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [], pagination } });
    }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('shows an error when the days of the photos cannot be loaded, instead of loading forever', async () => {
  const { box } = await mountPages({ '/device/photo/$deviceId': PhotosView }, '/device/photo/3');
  await act(() => vi.waitUntil(() => box.querySelector('[role=alert]') !== null));
  expect(box.querySelector('[role=alert]')?.textContent).toContain('The days cannot be loaded.');
});
