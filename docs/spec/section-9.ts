import type { Section } from './section.ts';

export const section9: Section = {
  number: 9,
  title: 'Business constants and limits',
  statements: {
    '9.1': 'Maintenance poll every 1,200,000 ms (20 min).',
    '9.2': 'Maintenance poll: 3 retries, 3 s apart.',
    '9.3': 'The maintenance flip needs 2 consecutive polls.',
    '9.4': 'Socket: 3 retries, 3 s timeout.',
    '9.5': 'Socket: ping every 10 s.',
    '9.6': 'Toasts: 4000 ms for blank, error, custom.',
    '9.7': 'Toasts: 2000 ms for success.',
    '9.8': 'Toasts: loading unlimited.',
    '9.9': 'Toasts: at most 20 at once.',
    '9.10': 'Toasts: top-right.',
    '9.11': 'Upload size constant 3 MB (3*1024*1024).',
    '9.12': 'The upload limit is shown in messages as {size}MB.',
    '9.13': 'Other numeric constants: 20, 180, 60.',
    '9.14': 'Recording duration 10 to 60 seconds.',
    '9.15': 'Ticket voice recording has a cap in minutes.',
    '9.16':
      'Encryption mode AES-GCM 256, key from PBKDF2 with 65536 iterations and SHA-256, fixed salt and IV, 16-byte tag.',
    '9.17': 'Language en, default and fallback.',
    '9.18': 'Language detection order: local storage then browser.',
    '9.19': 'The language is cached in local storage under a language key.',
    '9.20': 'i18n debug off; text escaping off.',
    '9.21': 'Version string 1.0.20.',
    '9.22': 'Environments local, developer, demo.',
  },
};
