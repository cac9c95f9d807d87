import { afterEach, describe, expect, it, vi } from 'vitest';
import { onAccessChange } from './access-change.ts';
import { initialSession, sessionStore } from './session-store.ts';

const { featureAccessDTOs } = initialSession;
const [first, ...rest] = featureAccessDTOs;
if (first === undefined) throw new Error('There are features.');

describe('a change of access', () => {
  afterEach(() => sessionStore.logout());

  it('notifies when the role or a level changed, not when somebody signs in, loads or is renamed', () => {
    const listener = vi.fn<() => void>();
    const stop = onAccessChange(listener);
    sessionStore.setProfile({ userId: '7', adminRole: 'ADMIN', featureAccessDTOs });
    sessionStore.setLoading(true);
    sessionStore.setProfile({ nickName: 'Ada' });
    expect(listener).not.toHaveBeenCalled();
    sessionStore.setProfile({ featureAccessDTOs: [{ ...first, featureAccess: 'READ_ONLY' }, ...rest] });
    expect(listener).toHaveBeenCalledTimes(1);
    sessionStore.setProfile({ adminRole: 'NON_ADMIN' });
    expect(listener).toHaveBeenCalledTimes(2);
    sessionStore.logout();
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    sessionStore.setProfile({ adminRole: 'ADMIN' });
    sessionStore.setProfile({ adminRole: 'SUPER_ADMIN' });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
