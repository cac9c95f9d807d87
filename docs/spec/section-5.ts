import type { Section } from './section.ts';

export const section5: Section = {
  number: 5,
  title: 'Validation rules',
  statements: {
    '5.1': "A response with neither the expected data nor the meta fields gives 'Invalid response structure.'.",
    '5.2': "The same in PLAINTEXT mode gives 'Invalid response structure in PLAINTEXT mode.'.",
    '5.3': "The same in CLEAR_TEXT mode gives 'Invalid response structure in CLEAR_TEXT mode.'.",
    '5.4': "If meta has has_error, the first message's client text is raised.",
    '5.5': "If meta has has_error without a message, 'Unknown error.' is raised.",
    '5.6': "A failed decryption gives 'Error in decrypting or processing the server response.'.",
    '5.7':
      "Voice and video recording duration is between 10 and 60 seconds: 'Please select a time between 10 and 60 seconds.'.",
    '5.8': "Upload size over the limit gives 'File size exceeds {size}MB limit'.",
    '5.9': "Upload of a disallowed type gives 'File type not allowed'.",
    '5.10':
      'Allowed upload types: jpeg, png, gif, webp images; mpeg, wav, ogg, webm audio; mp4, webm, ogg video; pdf, csv, html, gzip, rar.',
    '5.11': 'Ticket message recording has a maximum in minutes.',
    '5.12': 'Registration password must match its confirmation.',
    '5.13': 'The language detector discards detected values that look like script injection.',
  },
};
