import {
  limits,
  loadPhoneAccess,
  loadPhoneMachine,
  loadPhoneTest,
  phoneTestPath,
  startPhoneTest,
} from '@fairwatch/contract';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openConsole } from '../../../testing/open-console.ts';
import { startTestCluster } from '../../../testing/servers/test-cluster.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
afterEach(() => server.clock.hold(null));

const { lifetimeMs, perAdmin, inAll } = limits.phoneTest;

const start = async (token?: string) => (await server.api(startPhoneTest, {}, token)).envelope.data.test;
const stateOf = async (test: string) => (await server.api(loadPhoneTest, { test })).envelope.data;
const open = (test: string, init: RequestInit = {}, url = server.url) =>
  fetch(new URL(`${phoneTestPath}/${test}`, url), init);

/** A proxy on this machine passes on how the phone came. */
const overHttps = { headers: { 'x-forwarded-proto': 'https' } };

describe('a test whether a phone reaches the server', () => {
  it.each([
    ['https', overHttps, 'HTTPS', 'over a protected connection'],
    ['http', {}, 'HTTP', 'the connection is not protected'],
  ])(
    'tells the admin live that it came over %s, and the phone in plain words what it was',
    async (_, init, over, words) => {
      const heard = await openConsole(server, server.admin);
      const test = await start();
      expect(await stateOf(test)).toEqual({ state: 'WAITING', reached: null });
      const before = Date.now();
      const response = await open(test, init);
      const page = await response.text();
      expect(response.status).toBe(200);
      expect(page).toContain(words);
      expect(page).toContain('You have not joined, and nothing of this phone is shared.');
      await vi.waitFor(() => expect(heard.heard('phone-test')).toBe(true));
      const { state, reached } = await stateOf(test);
      expect([state, reached?.over]).toEqual(['REACHED', over]);
      expect(Date.parse(reached?.at ?? '')).toBeGreaterThanOrEqual(before);
      heard.socket.close();
    },
  );

  it('is a page without script, cookie, cache or anything to load, also for its own style', async () => {
    const response = await open(await start());
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ),
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(await response.text()).not.toMatch(/<(?:script|img|link|a|form|iframe)\b|url\(|style=/);
  });

  it('works once: a second call finds it done and changes nothing', async () => {
    const test = await start();
    await open(test);
    const first = await stateOf(test);
    const again = await open(test, overHttps);
    expect(again.status).toBe(410);
    expect(await again.text()).toContain('This test is done');
    expect(await stateOf(test)).toEqual(first);
  });

  it('is over after its time', async () => {
    const test = await start();
    server.clock.hold(Date.now() + lifetimeMs + 2000);
    expect(await stateOf(test)).toEqual({ state: 'OVER', reached: null });
    const late = await open(test);
    expect(late.status).toBe(410);
    expect(await late.text()).toContain('This test is over');
    expect((await stateOf(test)).state).toBe('OVER');
  });

  it('is not begun by a made-up or changed address, nor by a program that looks ahead', async () => {
    const test = await start();
    const changed = `${test.slice(0, 3)}${test[3] === 'A' ? 'B' : 'A'}${test.slice(4)}`;
    for (const wrong of ['A'.repeat(43), changed, test.slice(1), 'x', '%00']) {
      const response = await open(wrong);
      expect([wrong, response.status]).toEqual([wrong, 404]);
      expect(await response.text()).toContain('There is no such test');
    }
    await open(test, { method: 'HEAD' });
    expect(await stateOf(test)).toEqual({ state: 'WAITING', reached: null });
    expect((await server.api(loadPhoneTest, { test: 'A'.repeat(43) })).errorCode).toBe('phone_test_not_found');
  });

  it('is that of the admin who began it alone', async () => {
    const other = await server.createAdmin({ access: { OTP_LIST: 'FULL_ACCESS' } });
    const heard = await openConsole(server, other);
    const test = await start();
    await open(test);
    expect((await server.api(loadPhoneTest, { test }, other.token)).errorCode).toBe('phone_test_not_found');
    const own = await start(other.token);
    await open(own);
    await vi.waitFor(() => expect(heard.heard('phone-test')).toBe(true));
    expect(heard.told.filter((message) => JSON.stringify(message).includes('phone-test'))).toHaveLength(1);
    heard.socket.close();
  });

  it('does not keep more than its share when somebody floods it', async () => {
    const { phoneTests, bus } = server.services;
    const events = vi.fn<() => void>();
    const stop = bus.subscribe('phoneReached', events);
    for (let turn = 0; turn < 2000; turn += 1) phoneTests.arrive('B'.repeat(43), true);
    expect(events).not.toHaveBeenCalled();
    const own = Array.from({ length: perAdmin + 1 }, () => phoneTests.start(1).test);
    const others = Array.from({ length: inAll }, (_, place) => phoneTests.start(place + 10).test);
    for (const test of own) phoneTests.arrive(test, true);
    const known = (tests: readonly string[], userId = 1) =>
      tests.filter((test) => phoneTests.find(test, userId)?.reached).length;
    expect([known(own), known(own.slice(0, 1))]).toEqual([perAdmin, 0]);
    for (const test of others) phoneTests.arrive(test, true);
    expect(known(own)).toBe(0);
    expect(others.filter((test, place) => phoneTests.find(test, place + 10)?.reached)).toHaveLength(inAll);
    stop();
  });

  it('is known to every server of a cluster, whichever the phone reaches', async () => {
    const cluster = await startTestCluster(2);
    onTestFinished(cluster.close);
    const [first, second] = cluster.servers;
    if (!first || !second) throw new Error('Two servers were started.');
    const { test } = (await first.api(startPhoneTest, {})).envelope.data;
    expect((await open(test, {}, second.url)).status).toBe(200);
    await vi.waitFor(async () => {
      expect((await first.api(loadPhoneTest, { test })).envelope.data.state).toBe('REACHED');
    });
    expect((await open(test, {}, first.url)).status).toBe(410);
  });
});

describe('whether phones can use the server', () => {
  it('is told to who makes passcodes, the addresses of the machine to super admins alone', async () => {
    const maker = await server.createAdmin({ access: { OTP_LIST: 'FULL_ACCESS' } });
    const reader = await server.createAdmin({ access: { OTP_LIST: 'READ_ONLY', APP_DOWNLOAD: 'FULL_ACCESS' } });
    const { envelope } = await server.api(loadPhoneAccess, {}, maker.token);
    expect(envelope.data).toEqual({
      origin: null,
      reach: 'THIS_COMPUTER',
      certificate: { kind: 'NONE', expiresAt: null, coversOrigin: null },
    });
    expect((await server.api(loadPhoneMachine, {}, maker.token)).status).toBe(403);
    expect((await server.api(loadPhoneAccess, {}, reader.token)).status).toBe(403);
    expect((await server.api(startPhoneTest, {}, reader.token)).status).toBe(403);
    expect((await server.api(loadPhoneMachine, {})).envelope.data).toMatchObject({ origins: [], isCluster: false });
  });
});
