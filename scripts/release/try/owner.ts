import { deviceList, loadInstallation, login, type Endpoint } from '@fairwatch/contract';
import { setTimeout } from 'node:timers/promises';
import { check } from './steps.ts';

/** What an owner finds after signing in, to be compared before and after an upgrade. */
export interface Found {
  version: string;
  devices: string[];
}

/** The password that the first start printed. */
export function printedPassword(output: string): string {
  const password = /^\s*Password\s+(\S+)\s+\(shown only now\)$/m.exec(output)?.[1];
  check(password !== undefined, `No password was printed:\n${output}`);
  return password;
}

/** Signs in as an owner does, and reads which version it is and which phones are there. With `devices`, waits until that many have joined. */
export async function signIn(url: string, password: string, devices = 0): Promise<Found> {
  const { token } = await call<{ token: string }>(url, login, { username: 'admin', password });
  const { version } = await call<{ version: string }>(url, loadInstallation, {}, token);
  for (;;) {
    const rows = await call<{ name: string }[]>(url, deviceList, {}, token);
    if (rows.length >= devices) return { version, devices: rows.map(({ name }) => name).toSorted() };
    await setTimeout(500);
  }
}

/** Calls the server as it is, which may be an older one: its answer is not compared with the contract of this version. */
async function call<Data>(url: string, { path, method }: Endpoint, input: unknown, token?: string): Promise<Data> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const answer = await fetch(new URL(path, url), { method, headers, body: JSON.stringify(input) });
  const text = await answer.text();
  check(answer.ok, `${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: Data }).data;
}
