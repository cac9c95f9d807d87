import type { Retention } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { changedDays, hasInvalidDays, readDays } from './use-retention.ts';
import { RetentionView } from './retention.view.tsx';

const kind = (name: string, more: Partial<Retention> = {}): Retention => ({
  kind: name,
  title: name,
  covers: `All ${name}.`,
  days: 90,
  defaultDays: 90,
  rows: 1234,
  due: 0,
  changedBy: null,
  changedAt: null,
  ...more,
});

describe('typed days', () => {
  it.each(['1', '90', '3650', ' 7 '])('%s are valid', (text) => expect(readDays(text)).toBe(Number(text)));
  it.each(['', '0', '3651', '1.5', '-3', 'ten', '1e2', '0x10'])('"%s" are invalid', (text) =>
    expect(readDays(text)).toBeNull(),
  );

  it('are saved when they are valid and differ', () => {
    const kinds = [kind('contacts'), kind('commands'), kind('calls')];
    expect(changedDays(kinds, { contacts: '30', commands: '90', calls: 'x' })).toEqual({ contacts: 30 });
    expect(hasInvalidDays({ contacts: '30', calls: 'x' })).toBe(true);
    expect(hasInvalidDays({ contacts: '30' })).toBe(false);
  });
});

describe('the retention page', () => {
  const server = vi.fn<typeof fetch>();
  const sent: { path: string; days: Record<string, number> }[] = [];
  let box: HTMLElement;

  beforeEach(async () => {
    sent.length = 0;
    server.mockImplementation(async (url, request) => {
      // The cards below have tests of their own; whether they ask in time depends on what this worker has imported.
      if (!String(url).includes('/retention')) return await new Promise<never>(() => undefined);
      const { days } = JSON.parse(String(request?.body)) as { days: Record<string, number> };
      sent.push({ path: String(url), days });
      const data = [kind('contacts', { due: (days['contacts'] ?? 90) < 30 ? 12 : 0 }), kind('commands')];
      return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } });
    });
    vi.stubGlobal('fetch', server);
    ({ box } = mount(
      <QueryClientProvider client={queryClient}>
        <RetentionView />
      </QueryClientProvider>,
    ));
    await vi.waitUntil(() => box.querySelector('input') !== null);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const saves = () => sent.filter(({ path }) => path.endsWith('/update')).map(({ days }) => days);
  async function type(label: string, text: string): Promise<void> {
    const input = box.querySelector<HTMLInputElement>(`input[aria-label="Days to keep: ${label}"]`);
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  const saveButton = () => [...box.querySelectorAll('button')].find((button) => button.textContent?.includes('Save'));

  it('shows what each kind covers and how much is stored', () => {
    expect(box.textContent).toContain('All contacts.');
    expect(box.textContent).toContain('1,234 rows');
    expect(saveButton()?.getAttribute('aria-disabled')).toBe('true');
  });

  it('shows the error of invalid days, and saves nothing', async () => {
    await type('contacts', '4000');
    await type('commands', '30');
    expect(box.textContent).toContain('Enter a whole number from 1 to 3650.');
    expect(saveButton()?.getAttribute('aria-disabled')).toBe('true');
    await press(box, 'Undo changes');
    expect(box.textContent).not.toContain('Enter a whole number');
  });

  it('saves without confirmation when nothing is deleted', async () => {
    await type('commands', '30');
    await press(box, 'Save changes');
    await vi.waitUntil(() => saves().length > 0);
    expect(saves()).toEqual([{ commands: 30 }]);
  });

  it('keeps what is typed while a save is pending', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const respond = server.getMockImplementation();
    server.mockImplementation(async (url, request) => {
      if (String(url).endsWith('/update')) await released;
      return (await respond?.(url, request)) ?? Response.error();
    });
    await type('commands', '30');
    await press(box, 'Save changes');
    await type('contacts', '60');
    release();
    await act(() => vi.waitUntil(() => saves().length > 0 && saveButton()?.getAttribute('data-loading') === null));
    const typed = (label: string) => box.querySelector<HTMLInputElement>(`input[aria-label$=": ${label}"]`)?.value;
    expect([typed('contacts'), typed('commands')]).toEqual(['60', '90']);
  });

  it('asks for confirmation before it deletes rows', async () => {
    await type('contacts', '10');
    await press(box, 'Save changes');
    await act(() => vi.waitUntil(() => document.body.textContent?.includes('12 rows are deleted')));
    expect(saves()).toEqual([]);
    await press(document.body, 'Save and delete');
    await act(() => vi.waitUntil(() => saves().length > 0));
    expect(saves()).toEqual([{ contacts: 10 }]);
  });

  it('saves nothing when the number of rows to delete cannot be loaded', async () => {
    await type('contacts', '10');
    const tried: string[] = [];
    server.mockImplementation(async (url) => {
      tried.push(String(url));
      throw new TypeError('Failed to fetch');
    });
    await press(box, 'Save changes');
    await act(() => vi.waitUntil(() => saveButton()?.getAttribute('data-loading') === null && tried.length > 0));
    expect(tried.filter((path) => path.endsWith('/update'))).toEqual([]);
  });
});
