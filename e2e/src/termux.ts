import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTermuxPhone,
  furnish,
  joinInTerminal,
  type RunningProgram,
  type TermuxPhone,
} from '@fairwatch/termux/testing';
import { termuxFileName, termuxFilePath } from '@fairwatch/contract';
import { expect } from '@playwright/test';
import { logIn, makePasscode, postApi } from './api.ts';
import type { Fairwatch } from './fairwatch.ts';

/** A phone with Termux whose person has joined. */
export interface JoinedTermux extends AsyncDisposable {
  phone: TermuxPhone;
  /** The program, with the person's screen. */
  program: RunningProgram;
  deviceId: number;
}

/** Downloads the file and joins by the link, as a person does in the terminal, and shares everything that the phone can share. */
export async function joinTermux({ url }: Pick<Fairwatch, 'url'>, username: string): Promise<JoinedTermux> {
  const folder = mkdtempSync(join(tmpdir(), 'fairwatch-termux-'));
  const file = await fetch(`${url}${termuxFilePath}`);
  expect(file.status).toBe(200);
  const program = join(folder, termuxFileName);
  writeFileSync(program, await file.bytes());
  const phone = createTermuxPhone(join(folder, 'phone'), { program });
  furnish(phone);
  const running = await joinInTerminal(phone, { link: `${url}/companion/join#${await makePasscode(url)}`, username });
  const token = await logIn(url);
  const search = { search: username, pageSize: 1 };
  const found = (await postApi(url, 'authenticated/device/all', search, token)) as { id: number }[];
  const deviceId = found[0]?.id ?? 0;
  expect(deviceId).toBeGreaterThan(0);
  return {
    phone,
    program: running,
    deviceId,
    async [Symbol.asyncDispose]() {
      await phone.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
