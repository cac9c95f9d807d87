import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGeocoder } from './geocoder.ts';

let server: Server;
let origin: string;
let answer: RequestListener;
const asked: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
});

const search = (text = 'Domplein 1', options?: { withinMs: number }) =>
  createGeocoder(`${origin}/search?format=json&q={query}`, options).search(text, 2);
const says = (body: unknown): RequestListener => {
  return (_request, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
};

describe('a geocoder', () => {
  it('is asked with the address alone, and understands Nominatim', async () => {
    const place = { display_name: 'Domplein, Utrecht', lat: '52.0907', lon: '5.1214', more: 1 };
    answer = says([place, place, place]);
    const found = { label: 'Domplein, Utrecht', latitude: 52.0907, longitude: 5.1214 };
    expect(await search('Domplein & 1?')).toEqual({ ok: true, places: [found, found] });
    expect(asked).toEqual(['/search?format=json&q=Domplein%20%26%201%3F']);
    // Half of a surrogate pair cannot be part of a URL.
    expect(await search('Dom\uD83D')).toMatchObject({ ok: true });
  });

  it('understands Photon', async () => {
    const properties = {
      name: 'Dom',
      street: 'Domplein',
      housenumber: '1',
      postcode: null,
      city: 'Utrecht',
      country: 'Nederland',
    };
    answer = says({ features: [{ geometry: { coordinates: [5.1214, 52.0907] }, properties }] });
    expect(await search()).toEqual({
      ok: true,
      places: [{ label: 'Dom, Domplein 1, Utrecht, Nederland', latitude: 52.0907, longitude: 5.1214 }],
    });
  });

  it('leaves out what is not on the map', async () => {
    answer = says([{ display_name: 'Nowhere', lat: '152', lon: '5' }]);
    expect(await search()).toEqual({ ok: true, places: [] });
  });

  it.each<[string, RequestListener]>([
    ['unknown format', says({ results: [] })],
    ['unknown format', says([{ display_name: 'x', lat: 'north', lon: '1' }])],
    ['not JSON', (_request, response) => response.end('<html>')],
    ['status 503', (_request, response) => response.writeHead(503).end()],
    ['too large', (_request, response) => response.end(`[${' '.repeat(300_000)}]`)],
    ['unreachable', (request) => request.socket.destroy()],
  ])('fails with %s', async (reason, listener) => {
    answer = listener;
    expect(await search()).toEqual({ ok: false, reason });
  });

  it('is not followed elsewhere', async () => {
    answer = (request, response) => {
      if (request.url?.startsWith('/search')) response.writeHead(302, { location: `${origin}/inside` }).end();
      else response.end('[]');
    };
    expect(await search()).toEqual({ ok: false, reason: 'status 302' });
    expect(asked).toHaveLength(1);
  });

  it('that does not answer is not waited for', async () => {
    answer = () => undefined;
    expect(await search('Domplein', { withinMs: 50 })).toEqual({ ok: false, reason: 'timeout' });
  });
});
