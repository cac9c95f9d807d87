import {
  clientErrors,
  contacts,
  healthCheck,
  openPayloadCipher,
  payloadMetaNames,
  profile,
  uploadFile,
  type EncryptedMode,
  type PayloadCipher,
} from '@fairwatch/contract';
import vectors from '@fairwatch/contract/payload-vectors.json' with { type: 'json' };
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callForm } from './call-form.ts';
import { call } from './client.ts';
import { payloadCipher } from './payload.ts';

const modes = ['AES_GCM_256', 'AES_GCM_256_RANDOM_IV'] as const;
const secret = 'correct horse battery staple';
const quiet = { has_error: false, message: [], pagination: null };

/** Adds the meta tags that the server writes into the page. */
function addMetaTags(mode: EncryptedMode, value = secret): void {
  for (const [name, content] of [
    [payloadMetaNames.mode, mode],
    [payloadMetaNames.secret, value],
  ] as const) {
    const meta = Object.assign(document.createElement('meta'), { name, content });
    document.head.append(meta);
  }
}

const server = vi.fn<typeof fetch>();
async function answerWith(cipher: PayloadCipher, { data, meta }: { data: unknown; meta: unknown }, status = 200) {
  const body = {
    securityStatus: cipher.mode,
    data: await cipher.encryptText(JSON.stringify(data)),
    metaObject: await cipher.encryptText(JSON.stringify(meta)),
  };
  server.mockImplementation(async () => Response.json(body, { status }));
  return body;
}
const answerAsIs = (body: unknown) => server.mockImplementation(async () => Response.json(body));
const sentBody = () => JSON.parse(String(server.mock.calls[0]?.[1]?.body)) as Record<string, string>;

beforeEach(() => vi.stubGlobal('fetch', server));
afterEach(() => {
  vi.unstubAllGlobals();
  server.mockReset();
  for (const meta of document.querySelectorAll('meta[name^="payload-"]')) meta.remove();
});

describe('without meta tags in the page', () => {
  it('[SPEC 7.5] the mode is PLAINTEXT', async () => {
    expect(payloadCipher()).toBeNull();
    answerAsIs({ securityStatus: 'PLAINTEXT', data: [], meta: quiet });
    await call(contacts.list, { deviceId: 3 });
    expect(sentBody()).toEqual({ deviceId: 3 });
  });

  it('[SPEC 5.6, 8.6] an encrypted answer cannot be read, and that is said', async () => {
    await answerWith(await openPayloadCipher('AES_GCM_256', secret), { data: {}, meta: quiet });
    await expect(call(profile, {})).rejects.toThrow(clientErrors.decryption_failed);
  });
});

describe.each(modes)('in %s', (mode) => {
  let cipher: PayloadCipher;
  beforeEach(async () => {
    addMetaTags(mode);
    cipher = await openPayloadCipher(mode, secret);
  });

  it('[SPEC 9.16] the committed vectors are read as the server reads them', async () => {
    const mine = await payloadCipher();
    for (const vector of vectors.vectors.filter((each) => each.mode === mode && each.secret === secret)) {
      expect(await mine?.decryptText(vector.ciphertext)).toBe(vector.plaintext);
    }
  });

  // The mode with a random IV is ours: it proves nothing about the specification's.
  it(`${mode === 'AES_GCM_256' ? '[SPEC 7.4] ' : ''}the payload is sent as an encrypted data field`, async () => {
    await answerWith(cipher, { data: [], meta: quiet });
    await call(contacts.list, { deviceId: 3, search: 'Zoë 🐎' });
    const { data, ...rest } = sentBody();
    expect(rest).toEqual({});
    expect(JSON.parse(await cipher.decryptText(String(data)))).toEqual({ deviceId: 3, search: 'Zoë 🐎' });
  });

  it('[SPEC 3.34, 7.6] data and pagination are read from data and metaObject', async () => {
    const pagination = { page: 1, pageSize: 20, totalItems: 1, totalPages: 1 };
    await answerWith(cipher, { data: [{ name: 'Zoë' }], meta: { ...quiet, pagination } });
    expect(await call(contacts.list, { deviceId: 3 })).toEqual({ data: [{ name: 'Zoë' }], pagination });
  });

  it('a GET carries nothing, and its answer is decrypted', async () => {
    await answerWith(cipher, { data: { maintenance: true }, meta: quiet });
    expect((await call(healthCheck, {})).data).toEqual({ maintenance: true });
    expect(server.mock.calls[0]?.[1]?.body).toBeUndefined();
  });

  it("[SPEC 5.4, 5.5] has_error raises the first message's client text, or 'Unknown error.'", async () => {
    const message = [{ code: 'not_allowed', text: { client: 'No.' } }];
    await answerWith(cipher, { data: null, meta: { ...quiet, has_error: true, message } }, 403);
    await expect(call(profile, {})).rejects.toMatchObject({ message: 'No.', code: 'not_allowed', status: 403 });
    await answerWith(cipher, { data: null, meta: { ...quiet, has_error: true } }, 500);
    await expect(call(profile, {})).rejects.toThrow('Unknown error.');
  });

  it('[SPEC 5.1, 8.6] neither data nor metaObject is an invalid structure', async () => {
    answerAsIs({ securityStatus: mode });
    await expect(call(profile, {})).rejects.toThrow(/^Invalid response structure\.$/);
  });

  it('[SPEC 5.6, 8.6] what was changed, cut, made with another secret or is no JSON has its own text', async () => {
    const good = await answerWith(cipher, { data: { a: 1 }, meta: quiet });
    const other = await openPayloadCipher(mode, `${secret}!`);
    const bad = [
      { ...good, data: `A${good.data.slice(1)}`, metaObject: `B${good.metaObject.slice(1)}` },
      { ...good, metaObject: good.metaObject.slice(0, 8) },
      { ...good, data: '' },
      { ...good, data: 7 },
      { ...good, metaObject: null },
      { ...good, data: await other.encryptText('{}') },
      { ...good, data: await cipher.encryptText('{"a":') },
    ];
    for (const body of bad) {
      answerAsIs(body);
      await expect(call(profile, {})).rejects.toMatchObject({
        name: 'ApiError',
        message: 'Error in decrypting or processing the server response.',
        status: 200,
      });
    }
    answerAsIs(good);
    expect((await call(profile, {})).data).toEqual({ a: 1 });
  });

  it('an answer in plain text is still read: a proxy may have refused the call', async () => {
    answerAsIs({ securityStatus: 'PLAINTEXT', data: { a: 1 }, meta: quiet });
    expect((await call(profile, {})).data).toEqual({ a: 1 });
  });

  it('an upload carries its fields and its file encrypted', async () => {
    const { promise, resolve } = Promise.withResolvers<FormData>();
    const answer = { securityStatus: mode, data: await cipher.encryptText('{"id":7}') };
    vi.stubGlobal('XMLHttpRequest', fakeRequest(resolve, answer));
    const options = { signal: new AbortController().signal, onProgress: () => {} };
    const { data } = await callForm(uploadFile, { deviceId: 3, name: 'a.gif' }, new Blob(['GIF89a']), options);
    expect(data).toEqual({ id: 7 });
    const form = await promise;
    expect([...form.keys()]).toEqual(['data', 'file']);
    const fields: unknown = JSON.parse(await cipher.decryptText(String(form.get('data'))));
    expect(fields).toEqual({ deviceId: '3', name: 'a.gif' });
    const sealed = new Uint8Array(await (form.get('file') as Blob).arrayBuffer());
    expect(new TextDecoder().decode(await cipher.decrypt(sealed))).toBe('GIF89a');
  });
});

/** A fake XMLHttpRequest that passes its form on and is answered in the next microtask. */
function fakeRequest(take: (form: FormData) => void, response: unknown) {
  return class extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = 200;
    readonly response = response;
    open(): void {}
    setRequestHeader(): void {}
    send(form: FormData): void {
      take(form);
      queueMicrotask(() => this.dispatchEvent(new Event('load')));
    }
  };
}

describe('in a browser that cannot encrypt', () => {
  it('sends nothing, says why, and tries again later', async () => {
    addMetaTags('AES_GCM_256', 'another secret than in the tests above');
    vi.stubGlobal('crypto', {});
    await expect(call(profile, {})).rejects.toThrow(clientErrors.encryption_unavailable);
    expect(server).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
    expect(await payloadCipher()).toMatchObject({ mode: 'AES_GCM_256' });
  });
});
