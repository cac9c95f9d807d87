import type { AskedKind } from '@fairwatch/contract';
import type { Page } from '@playwright/test';
import { adminPassword, adminUsername } from './fairwatch.ts';

/** Calls the API without a browser. `path` follows `/admin/v1/api/`. Resolves with the answer's data, and throws for an error. */
export async function postApi(url: string, path: string, body: object, token?: string): Promise<unknown> {
  const answer = await fetch(`${url}/admin/v1/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: unknown };
  return data;
}

/** Calls the API as the person who is signed in on the page. `path` follows `authenticated/`. */
export async function callApi(page: Page, path: string, body: object): Promise<{ status: number; text: string }> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value;
  const answer = await page.request.post(`/admin/v1/api/authenticated/${path}`, {
    data: body,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status(), text: await answer.text() };
}

/** Signs in as the first admin by the API, and resolves with the token. */
export async function logIn(url: string): Promise<string> {
  const data = await postApi(url, 'auth/login', { username: adminUsername, password: adminPassword });
  return (data as { token: string }).token;
}

const adminTokens = new Map<string, Promise<string>>();

/** A session of the first admin that all journeys of a worker share. Whoever ends a session takes one of their own. */
export async function adminToken(url: string): Promise<string> {
  const token = adminTokens.get(url) ?? logIn(url);
  adminTokens.set(url, token);
  return await token;
}

/** A passcode of the first admin. */
export async function makePasscode(url: string, asked: readonly AskedKind[] = []): Promise<string> {
  const made = await postApi(url, 'authenticated/user/save-otp', { count: 1, asked }, await adminToken(url));
  return (made as { otpCode: string }[])[0]?.otpCode ?? '';
}
