/** The words by which a line of a device's log speaks of the device's person: to themselves, or to an admin. */
export interface LogReader {
  /** As a subject: "where they went". */
  they: string;
  /** As an object: "asked them to share". */
  them: string;
  their: string;
}

/** The device's person reads their own log. */
export const toPerson: LogReader = { they: 'you', them: 'you', their: 'your' };
export const toAdmin: LogReader = { they: 'they', them: 'them', their: 'their' };
