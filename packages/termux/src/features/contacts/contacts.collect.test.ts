import { describe, expect, it } from 'vitest';
import { testTermux } from '../../core/parse/termux-for-test.ts';
import { collectContacts } from './contacts.collect.ts';

const collect = (output: string) => collectContacts(testTermux({ 'termux-contact-list': output }))();

describe('contacts of a phone', () => {
  it('are read in one go', async () => {
    const termux = testTermux({
      'termux-contact-list': '[\n  {\n    "name": "Žofie",\n    "number": "+420 1"\n  }\n]',
    });
    expect(await collectContacts(termux)()).toMatchObject([{ name: 'Žofie', phoneNumber: '+420 1' }]);
    expect(termux.calls).toEqual([['termux-contact-list']]);
  });

  it('are none in an empty address book', async () => {
    expect(await collectContacts(testTermux({ 'termux-contact-list': '[]' }))()).toEqual([]);
  });

  it('fail with the reason', async () => {
    const refused =
      '{"error":"Please grant the following permission to use this command: android.permission.READ_CONTACTS"}';
    await expect(collect(refused)).rejects.toMatchObject({ kind: 'PERMISSION' });
    await expect(collect('[{"name": "cut off')).rejects.toMatchObject({ kind: 'UNREADABLE' });
    await expect(collect('{"contacts": 3}')).rejects.toMatchObject({ kind: 'UNREADABLE' });
    await expect(collectContacts(testTermux({}))()).rejects.toMatchObject({ kind: 'MISSING' });
  });
});
