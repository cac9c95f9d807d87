import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelCommand, type AccessLevel, type Command, type StepType } from '@fairwatch/contract';
import { queryClient } from '../../../core/api/query.ts';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { sessionStore } from '../../../core/session/session-store.ts';
import { CancelCommand } from './cancel-command.tsx';

const command = (stepType: StepType): Command => ({
  id: 7,
  commandTypeEnum: 'UPDATE_CONTACTS',
  stepType,
  createdAt: new Date().toISOString(),
  expiresAt: '2026-11-15T12:10:00.000Z',
  userResponseTime: null,
  errorDetails: null,
  requestedBy: 'admin',
  details: {},
  progress: null,
  phase: null,
  runId: null,
});

const server = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  server.mockImplementation(async () => {
    const meta = { has_error: false, message: [], pagination: null };
    return Response.json({ securityStatus: 'PLAINTEXT', data: command('CANCELLED'), meta });
  });
});
afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
  server.mockReset();
});

function draw(stepType: StepType, featureAccess: AccessLevel = 'FULL_ACCESS'): HTMLElement {
  act(() =>
    sessionStore.setProfile({
      adminRole: 'ADMIN',
      featureAccessDTOs: [{ id: 1, featurePermission: 'CONTACTS', featureAccess }],
    }),
  );
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <CancelCommand command={command(stepType)} deviceId={3} />
    </QueryClientProvider>,
  );
  return box;
}

describe('Cancel', () => {
  it.each<StepType>(['QUEUED', 'SENT', 'RUNNING'])('cancels a command at %s after a confirmation', async (step) => {
    const box = draw(step);
    await press(box, 'Cancel');
    expect(document.body.textContent).toContain('Cancel this command?');
    expect(server).not.toHaveBeenCalled();
    await press(document.body, 'Cancel command');
    const [url, request] = server.mock.calls[0] ?? [];
    expect(String(url)).toContain(cancelCommand.path);
    expect(JSON.parse(String(request?.body))).toEqual({ deviceId: 3, commandId: 7 });
  });

  it('sends nothing when the admin keeps waiting', async () => {
    const box = draw('RUNNING');
    await press(box, 'Cancel');
    await press(document.body, 'Keep waiting');
    expect(server).not.toHaveBeenCalled();
    expect(document.body.textContent).not.toContain('Cancel this command?');
  });

  it.each<StepType>(['DONE', 'FAILED', 'EXPIRED', 'CANCELLED'])('is not offered at %s', (step) => {
    expect(draw(step).textContent).toBe('');
  });

  it('is not offered with read-only access', () => {
    expect(draw('RUNNING', 'READ_ONLY').textContent).toBe('');
  });
});
