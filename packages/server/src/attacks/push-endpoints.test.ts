import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorText, locations, updateWebPush, type PushSubscriptionKeys } from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../core/config/config.ts';
import { pushAddress } from '../core/web-push/push-services.ts';
import { startPushService, type PushService } from '../testing/servers/push-service.ts';
import { joinDevice, RawDevice } from '../testing/test-device.ts';
import { startTestServer, type TestServer } from '../testing/servers/test-server.ts';

// A device chooses the URL of its pushes, so a malicious one could make the server call internal hosts (SSRF).

const usual = loadConfig({}).pushServices;
const secret = '/push/secret';

describe('the address of a subscription', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:443/fcm/send/abc',
    'https://FCM.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('may be %s', (endpoint) => {
    expect(pushAddress(endpoint, usual)?.protocol).toBe('https:');
  });

  it.each([
    `http://fcm.googleapis.com${secret}`,
    `https://fcm.googleapis.com:8443${secret}`,
    `https://fcm.googleapis.com:80${secret}`,
    `https://fcm.googleapis.com.${secret}`,
    `https://fcm.googleapis.com@evil.example${secret}`,
    `https://evil.example:443\\@fcm.googleapis.com${secret}`,
    `https://user@fcm.googleapis.com${secret}`,
    `https://:password@fcm.googleapis.com${secret}`,
    `https://fcm.googleapis.com.evil.example${secret}`,
    `https://evilfcm.googleapis.com${secret}`,
    `https://storage.googleapis.com${secret}`,
    `https://evil-push.apple.com${secret}`,
    `https://push.apple.com${secret}`,
    `https://.push.apple.com.evil.example${secret}`,
    `https://evil.example/.push.apple.com`,
    `https://evil.example?.push.apple.com`,
    `https://evil.example#.push.apple.com`,
    `https://evil.example%2f.push.apple.com${secret}`,
    `https://localhost${secret}`,
    `https://127.0.0.1${secret}`,
    `http://127.0.0.1:5432${secret}`,
    `https://0x7f000001${secret}`,
    `https://[::1]${secret}`,
    `https://[::ffff:169.254.169.254]${secret}`,
    `http://169.254.169.254/latest/meta-data/`,
    `https://169.254.169.254/latest/meta-data/`,
    `https://10.0.0.1${secret}`,
    `https://postgres${secret}`,
    `https://fairwatch.internal${secret}`,
    `ftp://fcm.googleapis.com${secret}`,
    'file:///etc/passwd',
    'data:text/plain,fcm.googleapis.com',
    'javascript:fcm.googleapis.com',
  ])('is not %s', (endpoint) => {
    expect(pushAddress(endpoint, usual)).toBeNull();
  });

  it('is without TLS only on this machine, and only where the owner named it', () => {
    const services = ['127.0.0.1:8123', 'push.example.org', 'other.example.org:8443'];
    const allowed = [
      'http://127.0.0.1:8123/a',
      'https://127.0.0.1:8123/a',
      'https://push.example.org/a',
      'https://other.example.org:8443/a',
    ];
    for (const endpoint of allowed) expect(pushAddress(endpoint, services), endpoint).not.toBeNull();
    const refused = [
      'http://127.0.0.1:8124/a',
      'http://127.0.0.1/a',
      'http://push.example.org/a',
      'https://push.example.org:8443/a',
      'https://other.example.org/a',
      'https://fcm.googleapis.com/a',
    ];
    for (const endpoint of refused) expect(pushAddress(endpoint, services), endpoint).toBeNull();
  });
});

describe('a device that subscribes', () => {
  let server: TestServer;
  let service: PushService;
  beforeAll(async () => {
    service = await startPushService();
    server = await startTestServer({ pushServices: [service.host] });
    await server.api(updateWebPush, { enabled: true });
  });
  afterAll(async () => {
    await server.close();
    await service.close();
  });

  const stored = () => server.services.db.selectFrom('push_subscriptions').select(['device_id', 'endpoint']).execute();

  it('elsewhere, with a key that is none, or with a very long address is refused, and nothing is stored', async () => {
    const device = await joinDevice(server);
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    const right = service.subscribe();
    const say = async (subscription: PushSubscriptionKeys) => {
      raw.send({ type: 'push-subscription', subscription });
      return (await raw.next('refused')).reason;
    };
    const endpoints = [
      'https://fcm.googleapis.com/fcm/send/abc',
      `http://${service.host}@evil.example/a`,
      'http://169.254.169.254/latest/meta-data/',
      'http://localhost:5432/a',
      'https://metadata.internal/a',
    ];
    for (const endpoint of endpoints) {
      expect(await say({ ...right, endpoint }), endpoint).toBe(errorText('push_service_unknown'));
    }
    const offCurve = Buffer.alloc(65, 4).toString('base64url');
    expect(await say({ ...right, keys: { ...right.keys, p256dh: offCurve } })).toContain('not a point on P-256');
    const invalid = [
      { ...right, endpoint: `${right.endpoint}/${'x'.repeat(1100)}` },
      { ...right, endpoint: `${right.endpoint}/${'x'.repeat(100_000)}` },
      { ...right, endpoint: 'not an address' },
      { ...right, keys: { ...right.keys, auth: 'short' } },
      { ...right, keys: { ...right.keys, p256dh: right.keys.p256dh.replace(/^./, '+') } },
    ];
    for (const subscription of invalid) expect(await say(subscription)).not.toBe('');
    expect(await stored()).toEqual([]);
    raw.socket.close();
  });

  it.each([301, 302, 303, 307, 308])('at a service that redirects with %i: it is not followed', async (status) => {
    const visits: string[] = [];
    const target = createServer((request, response) => {
      visits.push(request.url ?? '');
      response.writeHead(201).end();
    }).listen(0, '127.0.0.1');
    await once(target, 'listening');
    const { deviceId, token } = await joinDevice(server);
    const raw = new RawDevice(server);
    await raw.hello(token, { platform: 'BROWSER' });
    expect(await raw.next('supervision')).toMatchObject({ pushSubscribed: false });
    raw.send({ type: 'push-subscription', subscription: service.subscribe() });
    expect(await raw.next('supervision')).toMatchObject({ pushSubscribed: true });
    raw.socket.close();
    await vi.waitFor(async () => {
      const { db } = server.services;
      const found = await db.selectFrom('devices').select('gateway_node_id').where('id', '=', deviceId).execute();
      expect(found).toEqual([{ gateway_node_id: null }]);
    });
    const location = `http://127.0.0.1:${(target.address() as AddressInfo).port}/inside`;
    service.answerWith({ status, headers: { location } });
    await server.api(locations.update, { deviceId });
    await server.services.push.idle();
    const line = server.logLines.findLast((text) => text.includes('web_push.failed'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ deviceId, status });
    expect(visits).toEqual([]);
    target.close();
  });
});
