/** Who reads a line of a device's log: the device's person, who is spoken to, or an admin, who reads of them. */
export type LogReader = 'person' | 'admin';

export const toPerson: LogReader = 'person';
export const toAdmin: LogReader = 'admin';
