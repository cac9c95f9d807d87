import { limits, type Language } from '@fairwatch/contract';

const dayHours = 24;
/** The validities that the form offers, in hours. The first and the last are the limits of the server. */
export const offeredHours: readonly number[] = [
  limits.passcode.minHours,
  8,
  dayHours,
  3 * dayHours,
  7 * dayHours,
  14 * dayHours,
  limits.passcode.maxHours,
];

/** The form values of what a device gets when it joins. Ids are empty for none. */
export interface EnrolmentDraft {
  groupId: string;
  adminId: string;
  /** The validity in hours. Empty until the admin chooses one; the request then leaves it out, and the server applies `usualHours`. */
  hours: string;
  /** The language of the mails and the card; null for the one of their reader's device. */
  language: Language | null;
}

export const emptyEnrolment: EnrolmentDraft = {
  groupId: '',
  adminId: '',
  hours: '',
  language: null,
};

/** Converts a draft to the fields of a request. */
export function enrolmentOf({ groupId, adminId, hours, language }: EnrolmentDraft) {
  return {
    groupId: groupId === '' ? null : Number(groupId),
    adminId: adminId === '' ? null : Number(adminId),
    ...(language !== null && { language }),
    ...(hours !== '' && { validHours: Number(hours) }),
  };
}

/** A validity as an amount and its unit: days where they are whole. */
export function validityOf(hours: number): { unit: 'hours' | 'days'; count: number } {
  return hours > dayHours && hours % dayHours === 0
    ? { unit: 'days', count: hours / dayHours }
    : { unit: 'hours', count: hours };
}
