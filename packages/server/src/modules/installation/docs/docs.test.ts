import { contacts, endpoints, errorsOf, login, errorStatus, type ErrorCode } from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import type { JsonSchema } from './openapi.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const load = async (path: string) => {
  const response = await fetch(new URL(path, server.url));
  expect(response.status).toBe(200);
  return { type: response.headers.get('content-type'), text: await response.text() };
};

describe('/docs/openapi.json', () => {
  it('describes every call of the contract', async () => {
    const { type, text } = await load('/docs/openapi.json');
    expect(type).toBe('application/json; charset=utf-8');
    const { openapi, paths } = JSON.parse(text) as {
      openapi: string;
      paths: Record<string, Record<string, JsonSchema>>;
    };
    expect(openapi).toBe('3.1.0');
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort());
    expect(paths[login.path]?.['post']).toMatchObject({
      summary: 'Sign in',
      security: [],
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', required: ['username', 'password'], additionalProperties: false },
          },
        },
      },
      responses: { 200: {}, 400: {}, 401: {}, 413: {}, 415: {}, 429: {}, 500: {} },
    });
    expect(paths[contacts.update.path]?.['post']).toMatchObject({
      description: 'Access: Full Access to CONTACTS.',
      security: [{ session: [] }],
      responses: { 403: {}, 404: {}, 409: {} },
    });
  });
});

/** The places in a document that require a property which they do not have. */
function unknownRequired(schema: unknown, place = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { required, properties = {} } = schema as JsonSchema;
  const names = Array.isArray(required) ? required.filter((name) => !(name in properties)) : [];
  return [
    ...names.map((name) => `${place}: ${name}`),
    ...Object.entries(schema).flatMap(([key, part]) => unknownRequired(part, `${place}/${key}`)),
  ];
}

it('/docs/openapi.json requires no property that it does not describe', async () => {
  const document: unknown = JSON.parse((await load('/docs/openapi.json')).text);
  expect(unknownRequired(document)).toEqual([]);
});

describe('the errors of the calls', () => {
  /** Errors that no call of the contract returns: of other paths, of file downloads, of the device socket, of items of runs. */
  const elsewhere: ErrorCode[] = [
    'request_timeout',
    'route_not_found',
    'method_not_allowed',
    'ticket_refused',
    'range_not_satisfiable',
    'range_required',
    'archive_not_found',
    'archive_outdated',
    'upload_not_found',
    'upload_offset',
    'tickets_open',
    'push_service_unknown',
    'approval_missing',
  ];

  it('cover the whole catalogue, without duplicates per call', () => {
    const told = endpoints.map(errorsOf);
    for (const codes of told) expect(codes).toHaveLength(new Set(codes).size);
    expect([...new Set([...told.flat(), ...elsewhere])].sort()).toEqual(Object.keys(errorStatus).sort());
  });
});

describe('/docs', () => {
  it('shows each call with its access, input, output and errors, without scripts', async () => {
    const { type, text } = await load('/docs');
    const words = text.replaceAll('&#39;', "'");
    expect(type).toBe('text/html; charset=utf-8');
    expect(text).not.toMatch(/<script|<style|style=|onclick/);
    for (const { path, summary } of endpoints) {
      expect(text).toContain(path);
      expect(words).toContain(summary);
    }
    const section = text.slice(
      text.indexOf(`<code>${contacts.list.path}`),
      text.indexOf(`<code>${contacts.update.path}`),
    );
    for (const part of [
      'Read Only or Full Access to CONTACTS',
      'deviceId',
      'phoneNumber',
      'consent_missing',
      'default 20',
    ]) {
      expect(section).toContain(part);
    }
    const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links).toHaveLength(endpoints.length + 1);
    for (const id of links) expect(text).toContain(`id="${id}"`);
  });

  it('brings its styles from our own host', async () => {
    const { type, text } = await load('/docs/docs.css');
    expect(type).toBe('text/css; charset=utf-8');
    expect(text).toContain('light-dark(');
  });
});
