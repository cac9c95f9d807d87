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
 * The same where it must be certain who is meant, such as in a log: with the username, because two people may have the same name.
 */
export function certainName(names: Names): string {
  const name = shownName(names);
  return name === names.username ? name : `${name} (${names.username})`;
}
