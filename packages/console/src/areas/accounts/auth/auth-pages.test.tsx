import { resetPassword, sendPasswordCode } from '@fairwatch/contract';
import { act, type FunctionComponent } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { press } from '../../../core/components/mount-for-test.tsx';
import { mountPages } from '../../../core/router/mount-pages-for-test.tsx';
import { ForgotPasswordView } from './forgot-password.view.tsx';
import { LoginView } from './login.view.tsx';
import { RegisterView } from './register.view.tsx';

const Another = () => 'another page';

/** Renders one page of the auth section, with the facts that the server writes into its HTML. */
async function open(View: FunctionComponent, facts: Record<string, string> = {}): Promise<HTMLElement> {
  for (const [name, content] of Object.entries(facts)) {
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
  }
  const others = ['/auth/login', '/auth/register', '/auth/forgot-password'].map((path) => [path, Another] as const);
  return (await mountPages({ '/': View, ...Object.fromEntries(others) })).box;
}

const linksOf = (box: HTMLElement) => [...box.querySelectorAll('a')].map((link) => link.getAttribute('href'));

function type(box: HTMLElement, name: string, value: string): void {
  const field = box.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (field === null) throw new Error(`There is no field ${name}.`);
  act(() => {
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const submit = (box: HTMLElement) => act(async () => box.querySelector('form')?.requestSubmit());

function removeFacts(): void {
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
}

afterEach(() => {
  removeFacts();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the sign-in page', () => {
  it('links to sign-up and to the password reset', async () => {
    expect(linksOf(await open(LoginView))).toEqual(['/auth/register', '/auth/forgot-password']);
  });

  it('has no link to sign-up when that is turned off', async () => {
    expect(linksOf(await open(LoginView, { 'sign-up': 'off' }))).toEqual(['/auth/forgot-password']);
  });
});

describe('the sign-up page', () => {
  it('says that sign-up is turned off, and whom to ask', async () => {
    const box = await open(RegisterView, { 'sign-up': 'off' });
    expect(box.querySelector('h1')?.textContent).toBe('Sign-up is switched off');
    expect(box.textContent).toContain('Please ask whoever runs this server.');
    expect(box.querySelector('form')).toBeNull();
  });
});

describe.each([
  ['sign-up', RegisterView],
  ['a lost password', ForgotPasswordView],
])('the page for %s', (_, View) => {
  it('announces a mail only when the server sends mail, and otherwise says whom to ask', async () => {
    const mailing = await open(View, { mail: 'sent' });
    expect(mailing.textContent).toContain('We send a code');
    expect(mailing.querySelector('[role=note]')).toBeNull();
    removeFacts();
    const box = await open(View);
    expect(box.textContent).not.toContain('We send');
    expect(box.querySelector('[role=note]')?.textContent).toMatch(/sends no mail.*ask whoever runs the server/);
  });
});

it('the wait for the next code counts down, and then it can be requested', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', async () =>
    Response.json({ securityStatus: 'PLAINTEXT', data: { resendAfterSeconds: 60 }, meta: { has_error: false } }),
  );
  const box = await open(RegisterView);
  type(box, 'email', 'mara@example.org');
  await submit(box);
  const resend = () => [...box.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Resend'));
  await vi.waitFor(() => expect(resend()?.disabled).toBe(true));
  expect(resend()?.textContent).toMatch(/^Resend Code in \d+ s$/);
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(resend()?.textContent).toBe('Resend Code');
  expect(resend()?.disabled).toBe(false);
});

describe('the page for a lost password', () => {
  it('asks for confirmation before it discards what was typed', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ securityStatus: 'PLAINTEXT', data: { resendAfterSeconds: 60 }, meta: { has_error: false } }),
    );
    const box = await open(ForgotPasswordView, { mail: 'sent' });
    type(box, 'email', 'mara@example.org');
    await submit(box);
    await vi.waitFor(() => expect(box.querySelector('input[name=code]')).not.toBeNull());
    type(box, 'code', '012345');
    await press(box, 'Back');
    await vi.waitFor(() => press(document.body, 'Stay'));
    expect(box.querySelector<HTMLInputElement>('input[name=code]')?.value).toBe('012345');
  });

  it('takes the email, then the code and the new password, and opens the sign-in page', async () => {
    const requests: [string, unknown][] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      const { pathname } = new URL(url, location.href);
      requests.push([pathname, JSON.parse(body)]);
      const data = pathname === sendPasswordCode.path ? { resendAfterSeconds: 60 } : null;
      return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } });
    });
    const box = await open(ForgotPasswordView, { mail: 'sent' });
    type(box, 'email', 'mara@example.org');
    await submit(box);
    await vi.waitFor(() => expect(box.textContent).toContain('If mara@example.org has an account, a code is on its'));
    type(box, 'code', '012345');
    type(box, 'password', 'quiet-otter-77');
    type(box, 'confirmPassword', 'quiet-otter-78');
    await submit(box);
    expect(box.textContent).toContain('The two passwords are not the same.');
    type(box, 'confirmPassword', 'quiet-otter-77');
    await submit(box);
    await vi.waitFor(() => expect(box.textContent).toContain('another page'));
    const password = 'quiet-otter-77';
    expect(requests).toEqual([
      [sendPasswordCode.path, { email: 'mara@example.org' }],
      [resetPassword.path, { email: 'mara@example.org', code: '012345', password, confirmPassword: password }],
    ]);
  });
});
