import type { Section } from './section.ts';

export const section1: Section = {
  number: 1,
  title: 'What the product does and for whom',
  statements: {
    '1.1': 'Signed-in admins open per-device pages to view and command data.',
    '1.2': 'Admins run live camera, video and voice recording.',
    '1.3': 'Admins send push-style trigger notifications.',
    '1.4': 'Admins handle support tickets.',
    '1.5': 'Admins manage one-time-passcode lists.',
    '1.6': 'Admins download the client app.',
    '1.7': 'Admins manage other admins: roles, feature access, assigned devices.',
    '1.8': 'Users are admins and non-admins, with per-feature access levels.',
    '1.9': 'Admins have subordinates whose tickets they can see.',
    '1.10': 'Account types shown in the text: Administrator, Standard User, Guest User.',
    '1.11': 'The dashboard version string is 1.0.20.',
    '1.12': 'The interface language is English only, with English as fallback.',
    '1.13': 'Environments: local, developer, demo (default developer).',
    '1.14': 'A maintenance page replaces the whole app while maintenance mode is on.',
  },
};
