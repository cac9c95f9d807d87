import { act, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { mountPages } from '../router/mount-pages-for-test.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { press } from './mount-for-test.tsx';

const asked = vi.fn<() => void>();

function Page() {
  const [open, setOpen] = useState<'' | 'plain' | 'dirty'>('');
  const [sure, setSure] = useState(false);
  const close = () => setOpen('');
  return (
    <>
      <button onClick={() => setOpen('plain')}>Open</button>
      <button onClick={() => setOpen('dirty')}>Write</button>
      {open !== '' && (
        <Dialog title="The dialog" close={open === 'dirty' ? asked : close} dirty={open === 'dirty'}>
          <button onClick={close}>Close</button>
          <button onClick={() => setSure(true)}>Delete</button>
        </Dialog>
      )}
      <ConfirmDialog
        opened={sure}
        title="Sure?"
        confirm="Yes"
        cancel="No"
        onConfirm={() => setSure(false)}
        onCancel={() => setSure(false)}
      >
        {null}
      </ConfirmDialog>
    </>
  );
}

/** A page that was reached from another one. */
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
  it('closes a dialog and stays on its page, whose address it keeps', async () => {
    const { box, titles, back, path } = await open();
    await press(box, 'Open');
    expect(titles()).toEqual(['The dialog']);
    expect(path()).toBe('/page?sort=name');
    await back();
    expect([titles(), path()]).toEqual([[], '/page?sort=name']);
    await back();
    expect(path()).toBe('/list');
  });

  it('leaves the page at once after a dialog that was closed by its button, however often', async () => {
    const { box, titles, back, path } = await open();
    for (let time = 0; time < 3; time += 1) {
      await press(box, 'Open');
      await press(box, 'Close');
    }
    expect(titles()).toEqual([]);
    await back();
    expect(path()).toBe('/list');
  });

  it('closes the topmost of several first', async () => {
    const { box, titles, back } = await open();
    await press(box, 'Open');
    await press(box, 'Delete');
    expect(titles()).toEqual(['The dialog', 'Sure?']);
    await back();
    expect(titles()).toEqual(['The dialog']);
    await back();
    expect(titles()).toEqual([]);
  });

  it('asks first where something is not saved, each time', async () => {
    const { box, titles, back, path } = await open();
    await press(box, 'Write');
    for (const times of [1, 2]) {
      await back();
      expect(asked).toHaveBeenCalledTimes(times);
      expect([titles(), path()]).toEqual([['The dialog'], '/page?sort=name']);
    }
  });

  it('and Forward then go on as if no dialog had been there', async () => {
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
