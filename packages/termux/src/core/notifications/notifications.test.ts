import { describe, expect, it, vi } from 'vitest';
import { testTermux } from '../parse/termux-for-test.ts';
import { createNotifications, notificationArguments } from './notifications.ts';

const paths = { node: '/usr/bin/node', program: '/home/fairwatch.mjs', home: null };
const hostile = `$(id) "; reboot; ' \` \u001b[2J\n--action evil \0`;

describe('a notification', () => {
  it('has its taps as fixed words, and an admin’s words as arguments of their own', () => {
    const args = notificationArguments(
      {
        id: 'fairwatch-request-5',
        title: hostile,
        content: hostile,
        onTap: { word: 'open' },
        onGone: { word: 'notice-gone' },
        buttons: [{ text: hostile, tap: { word: 'allow', commandId: 5 } }],
      },
      paths,
    );
    const valueOf = (name: string) => args[args.indexOf(name) + 1];
    expect(valueOf('--action')).toBe('/usr/bin/node /home/fairwatch.mjs act open');
    expect(valueOf('--on-delete')).toBe('/usr/bin/node /home/fairwatch.mjs act notice-gone');
    expect(valueOf('--button1-action')).toBe('/usr/bin/node /home/fairwatch.mjs act allow 5');
    expect(valueOf('--title')).toBe(`$(id) "; reboot; ' \`  [2J --action evil`);
    expect(args.filter((each) => each === '--action')).toHaveLength(1);
    expect(args.join('')).not.toMatch(/\p{Cc}/u);
  });

  it('is clipped, since a command line has an end', () => {
    const long = 'x'.repeat(100_000);
    const args = notificationArguments({ id: 'a', title: long, content: long }, paths);
    expect(args.join(' ').length).toBeLessThan(1000);
  });

  it('that cannot be swiped by accident, or that rings, says so', () => {
    const base = { id: 'a', title: 'b', content: 'c' };
    expect(notificationArguments({ ...base, isOngoing: true }, paths)).toEqual(
      expect.arrayContaining(['--ongoing', '--alert-once', 'low']),
    );
    const urgent = notificationArguments({ ...base, isUrgent: true }, paths);
    expect([urgent.includes('high'), urgent.includes('--alert-once')]).toEqual([true, false]);
  });

  it('is posted and removed in the order in which it was asked for', async () => {
    const order: string[] = [];
    const first = Promise.withResolvers<string>();
    const termux = testTermux({
      'termux-notification': async () => {
        order.push('post begins');
        const printed = await first.promise;
        order.push('post ends');
        return printed;
      },
      'termux-notification-remove': () => {
        order.push('removed');
        return '';
      },
    });
    const notifications = createNotifications(termux, paths);
    const posting = notifications.post({ id: 'a', title: 'b', content: 'c' });
    const removing = notifications.remove('a');
    await vi.waitFor(() => expect(order).toEqual(['post begins']));
    first.resolve('');
    await Promise.all([posting, removing]);
    expect(order).toEqual(['post begins', 'post ends', 'removed']);
  });

  it('that is gone already is no problem; one that cannot be posted is', async () => {
    const notifications = createNotifications(testTermux({}), paths);
    await notifications.remove('a');
    await expect(notifications.post({ id: 'a', title: 'b', content: 'c' })).rejects.toThrow('termux-notification');
  });
});
