import { capabilityNames, groundNotStated, noticeHash, type Capability } from '@fairwatch/contract';
import { registerFurtherNotices } from '@fairwatch/contract/further-notices';
import { expect, it, vi } from 'vitest';
import { OwnNotice } from './own-notice.ts';

registerFurtherNotices();

const used: Capability[] = ['LOCATION', 'DEVICE_INFO'];

it('is about the kinds that the server uses, which are stored when they change', async () => {
  const onUsedKinds = vi.fn<(kinds: readonly Capability[]) => void>();
  const notice = new OwnNotice({ onUsedKinds });
  expect(await notice.hash()).toBe(await noticeHash());
  // A kind that this client does not know is left out; the order is that of the notice.
  await notice.uses(['DEVICE_INFO', 'SMELL', 'LOCATION']);
  expect(await notice.hash()).toBe(await noticeHash(groundNotStated, 'en', used));
  expect(await notice.hash()).not.toBe(await noticeHash());
  await notice.uses(used);
  expect(onUsedKinds.mock.calls).toEqual([[used]]);
  await notice.uses(undefined);
  expect(onUsedKinds).toHaveBeenLastCalledWith(capabilityNames);
  expect(await notice.hash()).toBe(await noticeHash());
});

it('is the same after a restart as before', async () => {
  const notice = new OwnNotice({ usedKinds: used, language: 'de' });
  expect(await notice.hash()).toBe(await noticeHash(groundNotStated, 'de', used));
});
