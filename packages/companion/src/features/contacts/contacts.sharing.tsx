import { IconAddressBook } from '@tabler/icons-react';
import { SharedRecords } from '../../core/shared-items/shared-records.tsx';
import type { NewItem } from '../../core/shared-items/item-storage.ts';
import { contactItem, contactsAtMost, readContact } from './contact-item.ts';
import { canPickContacts, pickContacts } from './contact-picker.ts';
import { readVcardFile } from './vcard.ts';
import { t } from './contacts.texts.ts';

/** The contacts that an Update sends: picked from the phone's address book, or from a file of them. */
export function ContactsSharing() {
  return (
    <SharedRecords
      kind="contacts"
      summary={(count) => t('summary', { count })}
      searchLabel={t('search')}
      atMost={contactsAtMost}
      file={{
        label: t('add'),
        accept: '.vcf,text/vcard,text/x-vcard',
        read: async (file) => (await readVcardFile(file)).map(contactItem),
      }}
      picker={
        canPickContacts()
          ? {
              label: t('pick'),
              icon: <IconAddressBook size={20} aria-hidden />,
              pick: async () => (await pickContacts()).map(contactItem),
            }
          : null
      }
      list={listContacts}
    />
  );
}

function listContacts(items: readonly NewItem[]) {
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
