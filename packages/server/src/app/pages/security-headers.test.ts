import { connect } from 'node:net';
import {
  describePasscode,
  deviceArchivePath,
  deviceContentPath,
  deviceSentPath,
  deviceFilesPath,
  deviceProtocolPath,
  deviceSocketPath,
  deviceTicketContentPath,
  deviceTicketFile,
  enrol,
  healthCheck,
  login,
  logout,
  missingFiles,
  profile,
} from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { securityHeaders } from './security-headers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const bare = {
  publicUrl: null as string | null,
  companionUrl: null as string | null,
  consoleOrigins: [] as string[],
  mapStyleUrl: null as string | null,
};

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
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; " +
        "img-src 'self' data: blob:; media-src 'self' blob:; frame-src blob:; " +
        `connect-src 'self' ws://${host} wss://${host}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('permissions-policy')).toContain('microphone=(self)');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('ask for HTTPS when that is how browsers come', () => {
    const headers = securityHeaders({ ...bare, publicUrl: 'https://watch.example.org' }, 'inner:8080');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toContain("connect-src 'self' wss://watch.example.org;");
  });

  it.each(['https://localhost:8443', 'https://192.168.1.7:8443', 'https://[fd00::7]'])(
    'do not bind a browser to HTTPS at %s, where other programs answer too',
    (publicUrl) => {
      expect(securityHeaders({ ...bare, publicUrl }, 'inner:8080')).not.toHaveProperty('strict-transport-security');
    },
  );

  it('let the map reach the origin that the owner chose, and no other', () => {
    const mapStyleUrl = 'https://maps.example.org:8443/styles/streets.json?key=open';
    const policy = securityHeaders({ ...bare, mapStyleUrl }, 'inner:8080')['content-security-policy'];
    expect(policy).toContain("img-src 'self' data: blob: https://maps.example.org:8443;");
    expect(policy).toContain("connect-src 'self' ws://inner:8080 wss://inner:8080 https://maps.example.org:8443;");
    expect(policy).toContain("script-src 'self';");
    expect(policy?.match(/https:\/\//g)).toHaveLength(2);
  });

  it('let a console reach the servers of CONSOLE_ORIGINS, and run no script of theirs', () => {
    const consoleOrigins = ['https://api.example.org', 'http://localhost:8080', 'http://[::1]:8080'];
    const policy = securityHeaders({ ...bare, consoleOrigins }, 'inner:8080')['content-security-policy'];
    const servers = 'https://api.example.org http://localhost:8080';
    expect(policy).toContain(`img-src 'self' data: blob: ${servers};`);
    expect(policy).toContain(`media-src 'self' blob: ${servers};`);
    const sockets = 'wss://api.example.org ws://localhost:8080';
    expect(policy).toContain(`connect-src 'self' ws://inner:8080 wss://inner:8080 ${servers} ${sockets};`);
    expect(policy).toContain("script-src 'self'; worker-src 'self';");
    expect(policyAt({ consoleOrigins }, 'inner:8080')).not.toContain('api.example.org');
  });

  it('take nothing from a Host header that is no host', () => {
    const policy = securityHeaders(bare, "x; script-src 'unsafe-inline'")['content-security-policy'];
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain("script-src 'unsafe-inline'");
  });
});

/** The content security policy of the companion's pages. */
function policyAt(config: Partial<typeof bare>, host: string): string | undefined {
  return securityHeaders({ ...bare, ...config }, host, 'companion')['content-security-policy'];
}

describe("the companion's pages", () => {
  it.each(['/companion', '/companion/', '/companion/join', '/companion/missing.js', '/%63ompanion/join'])(
    'may use camera, microphone and location: %s',
    async (path) => {
      const { headers } = await fetch(new URL(path, server.url), { redirect: 'manual' });
      const allowed = headers.get('permissions-policy')?.match(/[\w-]+(?==\(self\))/g);
      expect(allowed).toEqual(['camera', 'geolocation', 'microphone']);
    },
  );

  it.each(['/', '/companions', '/device-list', '/docs', '/assets/missing.js'])('are not those of %s', async (path) => {
    const { headers } = await fetch(new URL(path, server.url));
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });

  it('connect to the device protocol and to nothing else of this server', () => {
    expect(policyAt({ publicUrl: 'https://watch.example.org' }, 'watch.example.org')).toBe(
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; " +
        "img-src 'self' data: blob:; media-src 'self' data: blob:; " +
        'connect-src https://watch.example.org/device/v1/ https://watch.example.org/companion/ ' +
        "wss://watch.example.org/device/v1/; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  it('connect to their own host where the owner gives them one, or to the one they were fetched from', () => {
    const own = policyAt(
      { publicUrl: 'https://a.example.org', companionUrl: 'https://b.example.org' },
      'b.example.org',
    );
    expect(own).toContain('connect-src https://b.example.org/device/v1/ ');
    expect(own).not.toContain('a.example.org');
    expect(policyAt({}, '192.168.1.7:8080')).toContain(
      'connect-src http://192.168.1.7:8080/device/v1/ http://192.168.1.7:8080/companion/ ' +
        'https://192.168.1.7:8080/device/v1/ https://192.168.1.7:8080/companion/ ' +
        'ws://192.168.1.7:8080/device/v1/ wss://192.168.1.7:8080/device/v1/;',
    );
    expect(policyAt({}, '[::1]:8080')).toContain("connect-src 'self';");
    expect(policyAt({}, "x; script-src 'unsafe-inline'")).toContain("connect-src 'self';");
  });

  it('ask for HTTPS by the address that they have', () => {
    const config = { ...bare, publicUrl: 'http://a.example.org', companionUrl: 'https://b.example.org' };
    expect(securityHeaders(config, 'b.example.org', 'companion')).toHaveProperty('strict-transport-security');
    expect(securityHeaders(config, 'a.example.org')).not.toHaveProperty('strict-transport-security');
  });

  it('reach every address of the device protocol', () => {
    const addresses = [enrol, describePasscode, missingFiles, deviceTicketFile].map(({ path }) => path);
    const content = [deviceContentPath, deviceSentPath, deviceTicketContentPath];
    const others = [deviceSocketPath, deviceFilesPath, deviceArchivePath, ...content];
    for (const path of [...addresses, ...others]) expect(path.startsWith(deviceProtocolPath), path).toBe(true);
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
