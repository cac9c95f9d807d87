import { expect, it, vi } from 'vitest';
import { mountLive } from '../components/mount-for-test.tsx';
import { MaintenanceGate } from './maintenance-gate.tsx';

it('[SPEC 1.14] shows the maintenance page in place of the whole console while maintenance mode is on', async ({
  onTestFinished,
}) => {
  vi.useFakeTimers();
  let maintenance = true;
  const meta = { has_error: false, message: [], pagination: null };
  vi.stubGlobal('fetch', async () => Response.json({ securityStatus: 'PLAINTEXT', data: { maintenance }, meta }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
    sessionStorage.clear();
  });
  const box = mountLive(<MaintenanceGate>The whole console</MaintenanceGate>);
  expect(box.textContent).toBe('The whole console');
  await vi.waitFor(() => expect(box.querySelector('h1')?.textContent).toBe('Maintenance in progress'));
  expect(box.textContent).not.toContain('The whole console');

  maintenance = false;
  const check = () => box.querySelector('button');
  await vi.waitFor(() => expect(check()?.disabled).toBe(false));
  check()?.click();
  await vi.waitFor(() => expect(box.textContent).toBe('The whole console'));
});
