import { act, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { mountPages } from '../../router/mount-pages-for-test.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { press } from '../mount-for-test.tsx';

const askToClose = vi.fn<() => void>();

function Page() {
  const [open, setOpen] = useState<'' | 'plain' | 'dirty'>('');
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => setOpen('');
  return (
    <>
      <button onClick={() => setOpen('plain')}>Open</button>
      <button onClick={() => setOpen('dirty')}>Write</button>
      {open !== '' && (
        <Dialog title="The dialog" close={open === 'dirty' ? askToClose : close} dirty={open === 'dirty'}>
          <button onClick={close}>Close</button>
          <button onClick={() => setIsConfirming(true)}>Delete</button>
        </Dialog>
      )}
      <ConfirmDialog
        opened={isConfirming}
        title="Sure?"
        confirm="Yes"
        cancel="No"
        onConfirm={() => setIsConfirming(false)}
        onCancel={() => setIsConfirming(false)}
      >
        {null}
      </ConfirmDialog>
    </>
  );
}

/** Opens a page from a list, so that the history has an entry before it. */
async function open() {
  const { box, router } = await mountPages({ '/list': () => <p>The list</p>, '/page': Page });
  const settle = () => act(async () => await router.load());
  await act(async () => await router.navigate({ to: '/page', search: { sort: 'name' } } as never));
  const titles = () => [...box.querySelectorAll('dialog h2')].map(({ textContent }) => textContent);
  const back = async () => {
    await act(async () => router.history.back());
    await settle();
  };
  const forward = async () => {
    await act(async () => router.history.forward());
    await settle();
  };
  return { box, titles, back, forward, path: () => router.history.location.href };
}

describe('Back', () => {
  it('closes a dialog and keeps the URL of the page', async () => {
    const { box, titles, back, path } = await open();
    await press(box, 'Open');
    expect(titles()).toEqual(['The dialog']);
    expect(path()).toBe('/page?sort=name');
    await back();
    expect([titles(), path()]).toEqual([[], '/page?sort=name']);
    await back();
    expect(path()).toBe('/list');
  });

  it('leaves the page with one step after dialogs that were closed by a button', async () => {
    const { box, titles, back, path } = await open();
    for (let time = 0; time < 3; time += 1) {
      await press(box, 'Open');
      await press(box, 'Close');
    }
    expect(titles()).toEqual([]);
    await back();
    expect(path()).toBe('/list');
  });

  it('closes the topmost of several dialogs first', async () => {
    const { box, titles, back } = await open();
    await press(box, 'Open');
    await press(box, 'Delete');
    expect(titles()).toEqual(['The dialog', 'Sure?']);
    await back();
    expect(titles()).toEqual(['The dialog']);
    await back();
    expect(titles()).toEqual([]);
  });

  it('asks every time while a dialog has unsaved changes', async () => {
    const { box, titles, back, path } = await open();
    await press(box, 'Write');
    for (const times of [1, 2]) {
      await back();
      expect(askToClose).toHaveBeenCalledTimes(times);
      expect([titles(), path()]).toEqual([['The dialog'], '/page?sort=name']);
    }
  });

  it('and Forward skip the entries of closed dialogs', async () => {
    const { box, titles, back, forward, path } = await open();
    await press(box, 'Open');
    await back();
    await forward();
    expect([titles(), path()]).toEqual([[], '/page?sort=name']);
    await back();
    expect(path()).toBe('/list');
    await forward();
    expect(path()).toBe('/page?sort=name');
  });
});
