import type { Section } from './section.ts';

export const section8: Section = {
  number: 8,
  title: 'Error catalogue',
  statements: {
    '8.1':
      "'Unable to connect to the server. Please try again later.': toast when socket retries are exhausted within the 3 s window.",
    '8.2': "'Server connection lost. Please refresh the page.': toast after 3 failed socket reconnects.",
    '8.3': "Promise toast: loading reads 'Processing your request...'.",
    '8.4': "Promise toast: success reads 'Request completed successfully.'.",
    '8.5': "Promise toast: error is the error message or 'An unknown error occurred.'.",
    '8.6': 'Response errors are those listed under point 5.',
    '8.7': "'Failed to update user nickname.'",
    '8.8': "'Failed to update device nickname.'",
    '8.9': "'You have pending commands in the queue. Please wait for them to complete before submitting new ones.'",
    '8.10': "'File too large. Please reduce the file size and try again.'",
    '8.11': "Upload error 'File size exceeds {size}MB limit'.",
    '8.12': "Upload error 'File type not allowed'.",
    '8.13': "Upload error 'Authentication required'.",
    '8.14': "Upload error 'Upload failed'.",
    '8.15': "Upload error 'File reading failed'.",
    '8.16': "'Please select a time between 10 and 60 seconds.'",
    '8.17': 'The 404 text is as in point 2.',
    '8.18': 'A page load failure reloads the page.',
    '8.19': 'Maintenance poll errors are logged and retried.',
  },
};
