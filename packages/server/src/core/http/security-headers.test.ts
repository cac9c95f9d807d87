import { connect } from 'node:net';
import { deviceFilesPath, healthCheck, login, logout, profile } from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { securityHeaders } from './security-headers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('security headers', () => {
  it.each([
    ['a call', 'GET', healthCheck.path],
    ['a refused call', 'POST', login.path],
    ['an unknown call', 'POST', '/admin/v1/api/nothing'],
    ['an address that cannot be read', 'GET', '/%zz'],
    ['a page', 'GET', '/device-list'],
    ['a missing file', 'GET', '/assets/missing.js'],
    ['the API page', 'GET', '/docs'],
    ['a page asked for by HEAD', 'HEAD', '/'],
  ])('are on %s', async (_what, method, path) => {
    const { headers } = await fetch(new URL(path, server.url), { method });
    const { host } = new URL(server.url);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
        `media-src 'self' blob:; connect-src 'self' ws://${host} wss://${host}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('permissions-policy')).toContain('microphone=(self)');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('ask for HTTPS when that is how browsers come', () => {
    const headers = securityHeaders({ publicUrl: 'https://watch.example.org', mapStyleUrl: null }, 'inner:8080');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toContain(
      "connect-src 'self' ws://watch.example.org wss://watch.example.org;",
    );
  });

  it('let the map reach the origin that the owner chose, and no other', () => {
    const mapStyleUrl = 'https://maps.example.org:8443/styles/streets.json?key=open';
    const policy = securityHeaders({ publicUrl: null, mapStyleUrl }, 'inner:8080')['content-security-policy'];
    expect(policy).toContain("img-src 'self' data: blob: https://maps.example.org:8443;");
    expect(policy).toContain("connect-src 'self' ws://inner:8080 wss://inner:8080 https://maps.example.org:8443;");
    expect(policy).toContain("script-src 'self';");
    expect(policy?.match(/https:\/\//g)).toHaveLength(2);
  });

  it('take nothing from a Host header that is no host', () => {
    const policy = securityHeaders({ publicUrl: null, mapStyleUrl: null }, "x; script-src 'unsafe-inline'")[
      'content-security-policy'
    ];
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain("script-src 'unsafe-inline'");
  });
});

describe('a browser', () => {
  it('empties its cache when somebody signs out, and not for anybody who only asks', async () => {
    const { token } = await server.createAdmin();
    const clearing = async (path: string, bearer: string) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` };
      const response = await fetch(new URL(path, server.url), { method: 'POST', headers, body: '{}' });
      return response.headers.get('clear-site-data');
    };
    expect(await clearing(profile.path, token)).toBeNull();
    expect(await clearing(logout.path, token)).toBe('"cache"');
    expect(await clearing(logout.path, token)).toBeNull();
  });

  it.each([login.path, profile.path, deviceFilesPath, healthCheck.path, '/'])(
    'is not told by %s that another site may call it',
    async (path) => {
      const headers = {
        origin: 'https://elsewhere.example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      };
      for (const method of ['OPTIONS', 'POST', 'GET']) {
        const response = await fetch(new URL(path, server.url), { method, headers });
        const told = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect(told, method).toEqual([]);
      }
    },
  );

  it('is not shown its own request by TRACE', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.end('TRACE / HTTP/1.1\r\nHost: x\r\nX-Secret: s3cret\r\nConnection: close\r\n\r\n');
    const chunks: Buffer[] = await socket.toArray();
    const answer = Buffer.concat(chunks).toString();
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(answer).not.toContain('s3cret');
  });
});
