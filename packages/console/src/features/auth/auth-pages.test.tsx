import { resetPassword, sendPasswordCode } from '@fairwatch/contract';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, type FunctionComponent } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../core/components/mount-for-test.tsx';
import { ForgotPasswordView } from './forgot-password.view.tsx';
import { LoginView } from './login.view.tsx';
import { RegisterView } from './register.view.tsx';

/** Draws one page of the auth section, on a page into which the server wrote these facts. */
async function open(View: FunctionComponent, facts: Record<string, string> = {}): Promise<HTMLElement> {
  for (const [name, content] of Object.entries(facts)) {
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
  }
  const root = createRootRoute();
  const routes = ['/', '/auth/login', '/auth/register', '/auth/forgot-password'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: path === '/' ? View : () => 'another page' }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await act(() => router.load());
  return mount(<RouterProvider router={router as never} />).box;
}

const linksOf = (box: HTMLElement) => [...box.querySelectorAll('a')].map((link) => link.getAttribute('href'));

function type(box: HTMLElement, name: string, value: string): void {
  const field = box.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (field === null) throw new Error(`There is no field ${name}.`);
  field.value = value;
}

const submit = (box: HTMLElement) => act(async () => box.querySelector('form')?.requestSubmit());

function removeFacts(): void {
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
}

afterEach(() => {
  removeFacts();
  vi.unstubAllGlobals();
});

describe('the sign-in page', () => {
  it('leads to sign-up and to a new password', async () => {
    expect(linksOf(await open(LoginView))).toEqual(['/auth/register', '/auth/forgot-password']);
  });

  it('has no sign-up where that is switched off', async () => {
    expect(linksOf(await open(LoginView, { 'sign-up': 'off' }))).toEqual(['/auth/forgot-password']);
  });
});

describe('the sign-up page', () => {
  it('says that sign-up is switched off, and whom to ask', async () => {
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
  it('promises a mail only where one is sent, and else says whom to ask', async () => {
    const mailing = await open(View, { mail: 'sent' });
    expect(mailing.textContent).toContain('We send a code');
    expect(mailing.querySelector('[role=note]')).toBeNull();
    removeFacts();
    const box = await open(View);
    expect(box.textContent).not.toContain('We send');
    expect(box.querySelector('[role=note]')?.textContent).toMatch(/sends no mail.*ask whoever runs the server/);
  });
});

describe('the page for a lost password', () => {
  it('takes the email, then the code and the new password, and leads to the sign-in', async () => {
    const asked: [string, unknown][] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      const { pathname } = new URL(url, location.href);
      asked.push([pathname, JSON.parse(body)]);
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
    expect(asked).toEqual([
      [sendPasswordCode.path, { email: 'mara@example.org' }],
      [resetPassword.path, { email: 'mara@example.org', code: '012345', password, confirmPassword: password }],
    ]);
  });
});
