import { describe, expect, it } from 'vitest';
import { capabilities } from './capabilities.ts';
import { noticeHash, noticeText, noticeVersion } from './notice.ts';

describe('the notice', () => {
  it('lists every capability in the words the person reads', () => {
    for (const { title, shares } of Object.values(capabilities)) expect(noticeText).toContain(`${title}: ${shares}`);
  });

  it('keeps its version and its words together: whoever changes the words raises the version', async () => {
    expect({ version: noticeVersion, hash: await noticeHash() }).toEqual({
      version: 1,
      hash: '6c48dc0d49078916f500fd5fc0480af4be67046a1ddcb9e198530bc620c4abab',
    });
  });
});
