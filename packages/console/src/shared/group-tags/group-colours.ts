import type { GroupColour } from '@fairwatch/contract';

/** The colours of groups and zones, on pages and on the map. */
export const groupColourValues: Readonly<Record<GroupColour, string>> = {
  gray: '#8a8379',
  red: '#d4443c',
  orange: '#d9730d',
  yellow: '#c99a06',
  green: '#3a8f4d',
  teal: '#1f8f86',
  blue: '#2f77c9',
  violet: '#8457c9',
};
