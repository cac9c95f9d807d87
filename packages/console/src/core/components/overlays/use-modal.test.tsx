import { act, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPages } from '../../router/mount-pages-for-test.tsx';
import { press } from '../mount-for-test.tsx';
import { Dialog } from './dialog.tsx';

const askToClose = vi.fn<() => void>();

function Page() {
  const [open, setOpen] = useState<'' | 'plain' | 'dirty'>('');
  return (
    <>
      <button onClick={() => setOpen('plain')}>Open</button>
      <button onClick={() => setOpen('dirty')}>Write</button>
      {open !== '' && (
        <Dialog title="The dialog" close={open === 'dirty' ? askToClose : () => setOpen('')} dirty={open === 'dirty'}>
          <p>Text</p>
        </Dialog>
      )}
    </>
  );
}

/** Without a layout every element is the one point at the corner: all else is beside it. */
const [inside, beside] = [0, 50];

const at = (clientX: number) => ({ clientX, clientY: clientX, bubbles: true });

async function open(button: string) {
  const { box } = await mountPages({ '/page': Page });
  await press(box, button);
  const dialog = () => box.querySelector('dialog');
  const drag = async (from: number, to: number, target: Element | null | undefined = dialog()) => {
    await act(async () => {
      target?.dispatchEvent(new MouseEvent('mousedown', at(from)));
      target?.dispatchEvent(new MouseEvent('click', at(to)));
    });
  };
  return { dialog, drag };
}

afterEach(() => {
  askToClose.mockReset();
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'closedBy');
});

it('closes by a click beside it where the browser does not do so itself', async () => {
  const { dialog, drag } = await open('Open');
  await drag(inside, inside);
  await drag(inside, beside);
  await drag(beside, inside);
  await drag(beside, beside, dialog()?.querySelector('p'));
  expect(dialog()).not.toBeNull();
  await drag(beside, beside);
  expect(dialog()).toBeNull();
});

it('asks first when something was written', async () => {
  const { dialog, drag } = await open('Write');
  await drag(beside, beside);
  expect(askToClose).toHaveBeenCalledOnce();
  expect(dialog()?.open).toBe(true);
});

it('leaves it to a browser that knows closedby', async () => {
  Object.defineProperty(HTMLDialogElement.prototype, 'closedBy', { value: 'any', configurable: true });
  const { dialog, drag } = await open('Open');
  await drag(beside, beside);
  expect(dialog()).not.toBeNull();
});
