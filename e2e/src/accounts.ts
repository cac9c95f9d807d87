import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { answerReasons } from './answer-reasons.ts';
import { withDatabase } from './database.ts';
import type { Fairwatch } from './fairwatch.ts';
import { adminToken, postApi } from './api.ts';
import { lastCode } from './outbox.ts';

interface NewAccount {
  username: string;
  adminRole: 'NON_ADMIN' | 'PENDING' | 'ADMIN';
  access?: Record<string, 'READ_ONLY' | 'FULL_ACCESS'>;
  devices?: number[];
}

/** Signs a page in as a new account, which is inserted directly into the database with any role, access and devices. */
export async function signInAs(page: Page, fairwatch: Fairwatch, account: NewAccount): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await withDatabase(fairwatch.dataDir, async (database) => {
    const { rows } = await database.query<{ id: string }>(
      `insert into users (username, user_type, admin_role) values ($1, 'ADMIN', $2) returning id`,
      [account.username, account.adminRole],
    );
    const id = rows[0]?.id;
    for (const [permission, level] of Object.entries(account.access ?? {})) {
      await database.query(
        'insert into feature_access (user_id, feature_permission, feature_access) values ($1, $2, $3)',
        [id, permission, level],
      );
    }
    for (const device of account.devices ?? []) {
      await database.query('insert into device_assignments (user_id, device_id) values ($1, $2)', [id, device]);
    }
    await database.query(
      `insert into sessions (token_hash, user_id, remembered, address, user_agent, expires_at)
       values ($1, $2, false, '127.0.0.1', 'journey', now() + interval '1 hour')`,
      [createHash('sha256').update(token).digest(), id],
    );
  });
  // What an open page still asks for would go out with the new session.
  await page.goto('about:blank');
  await page.context().addCookies([{ name: 'token', value: token, url: fairwatch.url }]);
  await answerReasons(page);
}

/** Makes an account an admin, as the first admin would on the page of roles. */
export async function promote({ url }: Fairwatch, username: string): Promise<void> {
  const token = await adminToken(url);
  await postApi(url, 'authenticated/user/promote', { userId: await findAccount(url, username, token) }, token);
}

/** Gives an account a password, as the first admin would in its settings. */
export async function setPasswordOf({ url }: Fairwatch, username: string, password: string): Promise<void> {
  const token = await adminToken(url);
  const userId = await findAccount(url, username, token);
  await postApi(url, 'authenticated/user/set-password', { userId, password }, token);
}

async function findAccount(url: string, username: string, token: string): Promise<number | undefined> {
  const accounts = await postApi(url, 'authenticated/user/admins', { search: username }, token);
  return (accounts as { id: number; username: string }[]).find((each) => each.username === username)?.id;
}

/** Registers a pending account with the calls of the register page. */
export async function registerAccount({ url, dataDir }: Fairwatch, username: string, password: string): Promise<void> {
  const email = `${username}@example.org`;
  await postApi(url, 'auth/send-otp-to-email', { email });
  const code = await lastCode(dataDir, email);
  await postApi(url, 'auth/verify-otp', { email, code, username, password, confirmPassword: password });
}

/** Registers an account and makes it an admin. */
export async function registerAdmin(fairwatch: Fairwatch, username: string, password: string): Promise<void> {
  await registerAccount(fairwatch, username, password);
  await promote(fairwatch, username);
}
