import { describe, expect, it, vi } from 'vitest';
import type { Notification, Notifications } from '../notifications/notifications.ts';
import { createNotice } from './notice.ts';

const content = { server: 'watch.example.org', admins: ['maria'], isPaused: false };

function setUp({ repostAfterMs = 0 } = {}) {
  const posted: Notification[] = [];
  const phone = { refuses: false };
  const removed: string[] = [];
  const changes: boolean[] = [];
  const notifications: Notifications = {
    async post(notification) {
      if (phone.refuses) throw new Error('Android refuses.');
      posted.push(notification);
    },
    async remove(id) {
      removed.push(id);
    },
  };
  const clock = { now: 0 };
  const notice = createNotice({
    notifications,
    onChange: (isShown) => void changes.push(isShown),
    repostAfterMs,
    retryEveryMs: 30_000,
    now: () => clock.now,
  });
  return { clock, notice, posted, phone, removed, changes };
}

describe('the note that the phone is supervised', () => {
  it('names the server and who supervises, with Pause and Open, and tells when it is swiped away', async () => {
    const { notice, posted } = setUp();
    expect(notice.isShown).toBe(false);
    await notice.show(content);
    expect(notice.isShown).toBe(true);
    expect(posted).toEqual([
      expect.objectContaining({
        title: 'Fairwatch: watch.example.org',
        content: expect.stringContaining('Supervised by maria.'),
        isOngoing: true,
        onGone: { word: 'notice-gone' },
        buttons: [
          { text: 'Pause', tap: { word: 'pause' } },
          { text: 'Open', tap: { word: 'open' } },
        ],
      }),
    ]);
  });

  it('is posted again only when it says something else', async () => {
    const { notice, posted } = setUp();
    await notice.show(content);
    await notice.show({ ...content });
    expect(posted).toHaveLength(1);
    await notice.show({ ...content, isPaused: true });
    expect(posted.at(-1)?.buttons?.[0]).toEqual({ text: 'Share again', tap: { word: 'resume' } });
  });

  it('counts as not shown at once when it is swiped away, and is posted again', async () => {
    const { notice, posted, changes } = setUp({ repostAfterMs: 20 });
    await notice.show(content);
    notice.swiped();
    expect([notice.isShown, changes]).toEqual([false, [true, false]]);
    await vi.waitFor(() => expect(notice.isShown).toBe(true));
    expect([posted.length, changes]).toEqual([2, [true, false, true]]);
  });

  it('counts as not shown when it is swiped away while it is posted, and is posted again', async () => {
    const { notice, posted, changes } = setUp({ repostAfterMs: 20 });
    const showing = notice.show(content);
    notice.swiped();
    await showing;
    expect([notice.isShown, changes]).toEqual([false, []]);
    await vi.waitFor(() => expect(notice.isShown).toBe(true));
    expect(posted).toHaveLength(2);
  });

  it('stays away for a moment after it was swiped, whatever changes meanwhile', async () => {
    const { notice, posted } = setUp({ repostAfterMs: 60_000 });
    await notice.show(content);
    notice.swiped();
    notice.retry();
    await notice.show({ ...content, isPaused: true });
    expect([notice.isShown, posted.length]).toEqual([false, 1]);
    await notice.remove();
  });

  it('counts as not shown when Android refuses it, until it is tried again, which is not often', async () => {
    const { notice, phone, changes, clock, posted } = setUp();
    await notice.show(content);
    phone.refuses = true;
    await notice.show({ ...content, isPaused: true });
    expect(notice.isShown).toBe(false);
    phone.refuses = false;
    clock.now = 29_999;
    notice.retry();
    expect(posted).toHaveLength(1);
    clock.now = 30_000;
    notice.retry();
    await vi.waitFor(() => expect(notice.isShown).toBe(true));
    expect(changes).toEqual([true, false, true]);
  });

  it('is taken down when the device stops, and does not come back', async () => {
    const { notice, posted, removed } = setUp();
    await notice.show(content);
    await notice.remove();
    notice.swiped();
    notice.retry();
    await notice.show({ ...content, isPaused: true });
    expect([notice.isShown, posted.length, removed]).toEqual([false, 1, ['fairwatch-notice']]);
  });
});
