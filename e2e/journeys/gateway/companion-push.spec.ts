import { startPushService } from '../../../packages/server/src/testing/servers/push-service.ts';
import { joinCompanion } from '../../src/companion.ts';
import { createFairwatch, startedOnce } from '../../src/fairwatch.ts';
import { logIn, postApi } from '../../src/api.ts';
import { expect, test } from '../../src/test.ts';

test(
  'a closed page is reachable: a push says who asks for what, and a tap opens the request',
  { tag: '@full' },
  async ({ browser }) => {
    test.slow();
    const service = await startPushService();
    const fairwatch = await createFairwatch({
      devices: 0,
      settings: { PUSH_SERVICES: service.host },
      data: startedOnce,
    });
    await fairwatch.start();
    try {
      const token = await logIn(fairwatch.url);
      const call = (path: string, input: object) => postApi(fairwatch.url, `authenticated/${path}`, input, token);
      await call('config/web-push/update', { enabled: true });
      await using phone = await joinCompanion(browser, fairwatch, {
        username: 'polly.push',
        capabilities: ['LOCATION'],
      });
      const { page: companion, context, deviceId } = phone;
      // The browser's own push service cannot be reached from a test: its manager is given a subscription at ours.
      await companion.exposeFunction('subscribeForTest', (key: string) => service.subscribe(key));
      await companion.addInitScript(() => {
        const subscribe = (globalThis as unknown as { subscribeForTest(key: string): Promise<object> })
          .subscribeForTest;
        let current: object | null = null;
        // Some headless browsers allow no notifications, whatever was granted.
        Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
        Notification.requestPermission = async () => 'granted';
        PushManager.prototype.subscribe = async (options) => {
          const json = await subscribe(String(options?.applicationServerKey));
          // As the browser tells it: bytes, not text.
          const text = String(options?.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/');
          const key = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
          current = {
            ...json,
            options: { ...options, applicationServerKey: key },
            toJSON: () => json,
            unsubscribe: async () => true,
          };
          return current as PushSubscription;
        };
        PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
      });
      await companion.reload();
      await companion.getByRole('button', { name: 'Tell me' }).click();
      const device = async () => ((await call('device/all', { search: 'polly.push' })) as { status: string }[])[0];
      await expect.poll(() => call('config/web-push', {})).toMatchObject({ subscribedDevices: 1 });

      // For the same reason, what the worker would show is noted instead.
      const [worker] = context.serviceWorkers();
      await worker?.evaluate(() => {
        const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: string[] };
        scope.shown = [];
        scope.registration.showNotification = async (title, options) =>
          void scope.shown.push(`${title} ${options?.body ?? ''}`);
      });
      const session = await context.newCDPSession(companion);
      const registered = Promise.withResolvers<string>();
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        for (const { registrationId, scopeURL } of registrations) {
          if (scopeURL.endsWith('/companion/')) registered.resolve(registrationId);
        }
      });
      await session.send('ServiceWorker.enable');
      const registrationId = await registered.promise;
      const other = await context.newPage();
      await other.goto('/companion/manifest.webmanifest');
      const hook = await context.newCDPSession(other);
      await hook.send('ServiceWorker.enable');
      await companion.close();
      await expect.poll(device).toMatchObject({ status: 'Reachable' });

      await call('location/command/update-location', { deviceId });
      await expect.poll(() => [service.received.length, service.refused]).toEqual([1, []]);
      const [push] = service.received;
      expect(push?.message).toMatchObject({ kind: 'COMMAND', page: '/requests' });
      expect(push?.message.title + (push?.message.body ?? '')).toContain('admin');

      // What the service would hand to the browser.
      const data = JSON.stringify(push?.message);
      await hook.send('ServiceWorker.deliverPushMessage', { origin: fairwatch.url, registrationId, data });
      const shown = () => worker?.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
      await expect.poll(shown).toEqual([expect.stringContaining('admin')]);

      // Opened, the request is there, and can be answered.
      await other.goto('/companion/requests');
      await other.getByRole('button', { name: 'Allow once' }).click();
      const latest = () => call('device/command/all', { deviceId, pageSize: 1 });
      await expect.poll(latest).toMatchObject([{ stepType: 'DONE' }]);
    } finally {
      await fairwatch.remove();
      await service.close();
    }
  },
);
