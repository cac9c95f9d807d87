import type { Endpoint, FormBody, InputOf } from '@fairwatch/contract';
import { readAnswer, type Answer } from '../call-endpoint.ts';
import type { TestServer } from '../servers/test-server.ts';

/** Calls an endpoint with a form, as a browser would. Throws unless the response matches the contract. */
export async function sendForm<E extends Endpoint & { form: FormBody }>(
  server: Pick<TestServer, 'url' | 'admin'>,
  endpoint: E,
  input: InputOf<E>,
  bytes: Uint8Array,
  token: string | null = server.admin.token,
): Promise<Answer<E>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(input as object)) form.set(name, String(value));
  form.set(endpoint.form.file, new Blob([new Uint8Array(bytes)]), 'blob');
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(new URL(endpoint.path, server.url), { method: 'POST', headers, body: form });
  return await readAnswer(endpoint, response);
}
