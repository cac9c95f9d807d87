import { contactRecord, isEmptyContact, type ContactRecord } from './contact-item.ts';
import { t } from './contacts.texts.ts';

interface PickedAddress {
  addressLine?: readonly string[];
  city?: string;
  postalCode?: string;
  region?: string;
  country?: string;
}

interface PickedContact {
  name?: readonly string[];
  tel?: readonly string[];
  email?: readonly string[];
  address?: readonly PickedAddress[];
}

/** The Contact Picker API: Chrome on Android, and Safari on iOS when switched on. */
interface ContactsManager {
  getProperties(): Promise<readonly string[]>;
  select(properties: readonly string[], options: { multiple: boolean }): Promise<readonly PickedContact[]>;
}

const wanted = ['name', 'tel', 'email', 'address'];

function contactsManager(): ContactsManager | null {
  return (navigator as Navigator & { contacts?: ContactsManager }).contacts ?? null;
}

export function canPickContacts(): boolean {
  return contactsManager()?.select !== undefined;
}

/** Opens the phone's own picker. Must be called from a tap; the result is empty when the person closes it. */
export async function pickContacts(): Promise<ContactRecord[]> {
  const manager = contactsManager();
  if (manager === null) throw new Error(t('noPicker'));
  // Some browsers support fewer properties and throw for the others.
  const known = await manager.getProperties();
  const picked = await manager.select(
    wanted.filter((property) => known.includes(property)),
    { multiple: true },
  );
  return picked.map(recordOf).filter((record) => !isEmptyContact(record));
}

function recordOf({ name, tel, email, address }: PickedContact): ContactRecord {
  return contactRecord({
    name: first(name),
    phoneNumber: first(tel),
    email: first(email),
    address: addressText(address?.[0]),
  });
}

function first(values: readonly string[] | undefined): string {
  return values?.find((value) => value.trim() !== '') ?? '';
}

function addressText(address: PickedAddress | undefined): string {
  const { addressLine = [], postalCode, city, region, country } = address ?? {};
  return [...addressLine, postalCode, city, region, country]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}
