/** What somebody or their device is called. What is empty or left out is not known. */
export interface Names {
  /** What admins call them. */
  nickname?: string;
  /** What they call themselves. */
  displayName?: string;
  username: string;
}

/**
 * The name under which a person, a device or an admin is shown, everywhere: what admins call them, else what they call themselves, else their
 * username. A device without a nickname has the name of its person.
 */
export function shownName({ nickname = '', displayName = '', username }: Names): string {
  return nickname || displayName || username;
}

/**
 * Returns what an admin is called, followed by the username in brackets unless both are the same. It is for whoever decides by that name: people
 * who are supervised, and admins who agree to a colleague's request. Display names are not unique, so a name alone could be a colleague's.
 * Whatever a display name contains, the last brackets hold the username.
 */
export function nameInFull(names: Names): string {
  const shown = shownName(names);
  return shown === names.username ? shown : `${shown} (${names.username})`;
}

/** A device and its person in one sentence: one name where both have the same. */
export function withPerson(deviceName: string, person: string): string {
  return deviceName === person || person === '' ? deviceName : `${deviceName}, ${person}`;
}
