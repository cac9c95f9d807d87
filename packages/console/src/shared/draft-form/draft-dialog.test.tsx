import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { DraftDialog } from './draft-dialog.tsx';
import { NameAndPurpose } from './name-and-purpose.tsx';
import { useDraftForm } from './use-draft-form.ts';

interface Draft {
  name: string;
  purpose: string;
}

const problemsOf = ({ name, purpose }: Draft) => [
  ...(name === '' ? (['name'] as const) : []),
  ...(purpose === '' ? (['purpose'] as const) : []),
];

function Form({ first, send, close }: { first: Draft; send: (draft: Draft) => Promise<unknown>; close: () => void }) {
  const form = useDraftForm({ start: () => first, problemsOf, send, feature: 'schedules', close });
  return (
    <DraftDialog form={form} title="Create something" hint="People are told." isNew>
      <NameAndPurpose
        {...form.fields}
        limits={{ nameMaxLength: 9, purposeMaxLength: 9 }}
        example="For example: To know."
      />
    </DraftDialog>
  );
}

function open(first: Draft, answer: Promise<unknown> = Promise.resolve()) {
  const send = vi.fn<(draft: Draft) => Promise<unknown>>(() => answer);
  const close = vi.fn<() => void>();
  const { box } = mount(<Form first={first} send={send} close={close} />);
  return { box, send, close };
}

describe('the dialog of a draft', () => {
  it('says what is missing only once it was sent, and focuses the first of it', async () => {
    const { box, send } = open({ name: 'Vans', purpose: '' });
    expect(box.textContent).not.toContain('Please say what for.');
    await press(box, 'Create');
    expect(box.textContent).toContain('Please say what for.');
    expect(box.textContent).not.toContain('Please give it a name.');
    expect(document.activeElement).toBe(box.querySelector('[name=purpose]'));
    expect(send).not.toHaveBeenCalled();
  });

  it('sends the draft, and closes when it was saved', async () => {
    const draft = { name: 'Vans', purpose: 'To know' };
    const { box, send, close } = open(draft);
    await press(box, 'Create');
    expect(send.mock.calls).toEqual([[draft]]);
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  });

  it('stays open when it was not saved, and can be sent again', async () => {
    const { box, send, close } = open({ name: 'Vans', purpose: 'To know' }, Promise.reject(new Error('Away')));
    await press(box, 'Create');
    await vi.waitFor(async () => {
      await act(async () => {});
      expect(box.querySelector('[type=submit][data-loading]')).toBeNull();
    });
    await press(box, 'Create');
    expect(send).toHaveBeenCalledTimes(2);
    expect(close).not.toHaveBeenCalled();
  });
});
