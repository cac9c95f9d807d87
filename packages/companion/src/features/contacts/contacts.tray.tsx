import { Button, FileButton } from '@mantine/core';
import { IconAddressBook, IconFileImport } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCompanion } from '../../core/live/companion-context.ts';
import { addedText, countText } from '../../core/trays/added-text.ts';
import { TakeAllOut } from '../../core/trays/take-all-out.tsx';
import { TrayList } from '../../core/trays/tray-list.tsx';
import { TrayPanel } from '../../core/trays/tray-panel.tsx';
import { addToTray, removeFromTray } from '../../core/trays/tray-store.ts';
import { useTray } from '../../core/trays/use-tray.ts';
import { useWork } from '../../core/trays/use-work.ts';
import { contactItem, contactsAtMost, readContact, type ContactRecord } from './contact-item.ts';
import { canPickContacts, pickContacts } from './contact-picker.ts';
import { readVcardFile } from './vcard.ts';

/** The contacts that an Update sends: picked from the phone's address book, or from a file of them. */
export function ContactsTray() {
  const { database } = useCompanion();
  const items = useTray('contacts');
  const work = useWork();
  const listed = useMemo(() => listContacts(items ?? []), [items]);
  if (items === null) return null;

  const add = (read: () => Promise<readonly ContactRecord[]>) =>
    work.run(async () => {
      const records = await read();
      if (records.length === 0) return 'Nothing was picked.';
      return addedText(await addToTray(database, 'contacts', records.map(contactItem), contactsAtMost));
    });
  const remove = (keys: readonly string[]) =>
    work.run(async () => {
      await removeFromTray(database, 'contacts', keys);
      return 'Taken out. The next update removes it from the server.';
    });

  return (
    <TrayPanel
      summary={`${countText(items.length, 'contact', 'contacts')} to share`}
      work={work}
      actions={
        <>
          {canPickContacts() && (
            <Button
              size="md"
              leftSection={<IconAddressBook size={20} aria-hidden />}
              loading={work.isBusy}
              onClick={() => add(pickContacts)}
            >
              Pick contacts
            </Button>
          )}
          <FileButton accept=".vcf,text/vcard,text/x-vcard" onChange={(file) => file && add(() => readVcardFile(file))}>
            {(props) => (
              <Button
                {...props}
                size="md"
                variant={canPickContacts() ? 'default' : 'filled'}
                leftSection={<IconFileImport size={20} aria-hidden />}
                loading={work.isBusy}
              >
                Add a .vcf file
              </Button>
            )}
          </FileButton>
          <TakeAllOut count={items.length} isBusy={work.isBusy} onConfirm={() => remove(items.map(({ key }) => key))} />
        </>
      }
    >
      <TrayList
        items={listed}
        searchLabel="Search your contacts"
        isBusy={work.isBusy}
        onRemove={(key) => remove([key])}
      />
    </TrayPanel>
  );
}

function listContacts(items: readonly { key: string; record: Record<string, unknown> }[]) {
  return items
    .flatMap(({ key, record }) => {
      const contact = readContact(record);
      if (contact === null) return [];
      const { name, phoneNumber, email } = contact;
      const [title = '', ...detail] = [name, phoneNumber, email].filter((text) => text !== '');
      return [{ key, title, detail: detail.join(' · ') }];
    })
    .toSorted((one, other) => one.title.localeCompare(other.title));
}
