import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { endpoints, healthCheck, login, profile, uploadFile, type Endpoint } from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();
let device: TestDevice;
beforeAll(async () => {
  device = await joinDevice(server);
});

/** The server's sockets, by which the bytes that it read are counted. */
const serverSockets: Socket[] = [];
const noteSocket = (message: unknown) =>
  void serverSockets.push((message as { request: IncomingMessage }).request.socket);
beforeAll(() => subscribe('http.server.request.start', noteSocket));
afterAll(() => unsubscribe('http.server.request.start', noteSocket));

const megabytes = 3 * 1024 * 1024;
/** The kernel's socket buffer and some margin, far below the whole body. */
const fewBytes = 512 * 1024;
const refusalBytes = 4096;
const bodyCalls = endpoints.filter(({ method }) => method === 'POST');

/** 3 MB of unknown keys. */
const unknownKeys = (() => {
  const keys: string[] = [];
  for (let place = 0, size = 2; size < megabytes; place += 1, size += 18)
    keys.push(`"key-${String(place).padStart(9, '0')}":1`);
  return `{${keys.join(',')}}`;
})();

function headersFor({ access, form }: Endpoint): Record<string, string> {
  const type = form ? 'multipart/form-data; boundary=x' : 'application/json';
  const token = access === 'device' ? device.token : server.admin.token;
  return { 'content-type': type, ...(access === 'public' ? {} : { authorization: `Bearer ${token}` }) };
}

interface Refusal {
  status: number;
  bytes: number;
  /** How many bytes the server read from the connection. */
  read: number;
}

/** Sends a body over a new connection. A chunked body has no content-length. */
async function post(endpoint: Endpoint, body: string | Buffer, { chunked = false } = {}): Promise<Refusal> {
  serverSockets.length = 0;
  const length: Record<string, string> = chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { ...headersFor(endpoint), ...length };
  const sent = request(new URL(endpoint.path, server.url), { method: endpoint.method, headers, agent: false });
  const answered = new Promise<Refusal>((resolve, reject) => {
    sent.on('response', (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, bytes, read: serverSockets[0]?.bytesRead ?? 0 }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
  });
  sent.end(body);
  return await answered;
}

/** Caches bodies by size, because creating one costs more than sending it. */
function madeOnce(make: (size: number) => string): (size: number) => Buffer {
  const made = new Map<number, Buffer>();
  return (size) => {
    const body = made.get(size) ?? Buffer.from(make(size));
    made.set(size, body);
    return body;
  };
}

describe('a body that is larger than its call takes', () => {
  it('is refused unread by the sign-in, whether it says its length or not', async () => {
    for (const chunked of [false, true]) {
      const { status, bytes, read } = await post(login, unknownKeys, { chunked });
      expect(status).toBe(413);
      expect(bytes).toBeLessThan(refusalBytes);
      expect(read).toBeLessThan(fewBytes);
    }
  });

  it('is refused unread by every call', async () => {
    const largeBody = madeOnce((most) => ' '.repeat(most + megabytes));
    for (const endpoint of bodyCalls) {
      const most = endpoint.maxBodyBytes + (endpoint.form?.maxBytes ?? 0);
      const { status, bytes, read } = await post(endpoint, largeBody(most));
      expect(status, endpoint.path).toBe(413);
      expect(bytes, endpoint.path).toBeLessThan(refusalBytes);
      expect(read, endpoint.path).toBeLessThan(fewBytes);
    }
  });

  it('is refused unread where nothing takes a body at all', async () => {
    const nowhere = { ...login, path: '/admin/v1/api/nothing' };
    expect(await post(nowhere, unknownKeys)).toMatchObject({ status: 413 });
    const { status, read } = await post({ ...healthCheck, method: 'GET' }, unknownKeys);
    expect(status).toBe(413);
    expect(read).toBeLessThan(fewBytes);
  });

  it('stays unread when the caller is not even signed in', async () => {
    const { status, read } = await post({ ...profile, access: 'public' }, unknownKeys);
    expect(status).toBe(401);
    expect(read).toBeLessThan(fewBytes);
  });

  it('does not go on forever: the connection is closed while the caller keeps sending', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const head = `POST ${login.path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const goOn = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', goOn);
    socket.write(head);
    goOn();
    await expect(closed).resolves.toBeDefined();
  });
});

describe('a body as large as its call takes', () => {
  it('gets a short response from every call, however many unknown keys it has', { tags: 'full' }, async () => {
    const keysUpTo = madeOnce((most) => {
      const keys = unknownKeys.slice(0, Math.min(most, unknownKeys.length) - 40);
      return `${keys.slice(0, keys.lastIndexOf(','))}}`;
    });
    for (const endpoint of bodyCalls) {
      if (endpoint.form) continue;
      const { status, bytes } = await post(endpoint, keysUpTo(endpoint.maxBodyBytes));
      expect(status, endpoint.path).toBe(400);
      expect(bytes, endpoint.path).toBeLessThan(refusalBytes);
    }
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('is answered shortly by every call, however deep its %s are', { tags: 'full' }, async (_, open, close) => {
    const deepUpTo = madeOnce((most) => {
      const depth = Math.floor((most - 10) / (open.length + close.length));
      return `${open.repeat(depth)}1${close.repeat(depth)}`;
    });
    for (const endpoint of bodyCalls) {
      if (endpoint.form) continue;
      const { status, bytes } = await post(endpoint, deepUpTo(endpoint.maxBodyBytes));
      expect(status, endpoint.path).toBe(400);
      expect(bytes, endpoint.path).toBeLessThan(refusalBytes);
    }
  });

  it('gets a short response from the sign-in, with unknown keys and with deep lists', async () => {
    const depth = login.maxBodyBytes / 2 - 10;
    const keys = `${unknownKeys.slice(0, unknownKeys.lastIndexOf(',', login.maxBodyBytes - 40))}}`;
    for (const body of [keys, `${'['.repeat(depth)}1${']'.repeat(depth)}`]) {
      const { status, bytes } = await post(login, body);
      expect(status).toBe(400);
      expect(bytes).toBeLessThan(refusalBytes);
    }
  });

  it('has at most ten of its problems named, with short names', async () => {
    const odd = JSON.stringify({
      ['\u0001'.repeat(1000)]: 1,
      ['中'.repeat(500)]: 1,
      username: 1,
      password: [],
      code: {},
    });
    const { status, bytes } = await post(login, odd);
    expect(status).toBe(400);
    expect(bytes).toBeLessThan(refusalBytes);
  });
});

function field(name: string, value: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

describe('the fields of a form', () => {
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--x--\r\n';

  it('take no more than the call declares, one by one and all together', async () => {
    const { maxBodyBytes } = uploadFile;
    const one = field('name', 'x'.repeat(maxBodyBytes + 1)) + file;
    expect((await post(uploadFile, one)).status).toBe(413);
    const many =
      Array.from({ length: 8 }, (_, place) => field(`field-${place}`, 'x'.repeat(maxBodyBytes / 4))).join('') + file;
    expect((await post(uploadFile, many)).status).toBe(413);
  });
});
