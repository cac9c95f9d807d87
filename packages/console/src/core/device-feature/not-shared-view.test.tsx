import { errorText } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/client.ts';
import { mount } from '../components/mount-for-test.tsx';
import { NotSharedView } from './not-shared-view.tsx';
import { withheldBy } from './withheld.ts';

const paused = new ApiError(errorText('device_paused'), 403, 'device_paused');
const notShared = new ApiError(errorText('consent_missing', { capability: 'Contacts' }), 403, 'consent_missing');

describe('data that the person keeps to themselves', () => {
  it('says that it is paused, and until when', () => {
    const { box } = mount(<NotSharedView error={paused} refetch={async () => undefined} />);
    expect(box.querySelector('h2')?.textContent).toBe('The person using this device has paused sharing.');
    expect(box.textContent).toContain('until the person who carries the device resumes');
  });

  it('says that it is not shared, and who can change that', () => {
    const { box } = mount(<NotSharedView error={notShared} refetch={async () => undefined} />);
    expect(box.querySelector('h2')?.textContent).toBe('The person using this device does not share Contacts.');
    expect(box.textContent).toContain('can switch this on');
  });

  it('is told from other errors by its code', () => {
    expect([paused, notShared, new ApiError('Out of order', 500), new Error('x'), null].map(withheldBy)).toEqual([
      'paused',
      'notShared',
      null,
      null,
      null,
    ]);
  });
});
