import type { TicketCategory, TicketPriority } from '@fairwatch/contract';

/** Something a person needs help with, and how the talk about it goes on from their side. */
export interface TicketProblem {
  title: string;
  description: string;
  category: TicketCategory;
  priority: TicketPriority;
  /** What they reply to one answer after the other; after the last one they are content. */
  replies: readonly string[];
  /** What comes before the first reply. */
  with?: 'photo' | 'voice';
}

export const troubles: readonly TicketProblem[] = [
  {
    title: 'VPN drops on the train',
    description:
      'Every morning between the second and third stop the VPN goes away and does not come back by itself.\n\nI have to switch flight mode on and off.',
    category: 'VPN_ISSUE',
    priority: 'HIGH',
    replies: [
      'It happens with both cards, so it is not the provider.',
      'I will try that tomorrow morning and tell you.',
      'It held all the way today. Thank you!',
    ],
  },
  {
    title: 'Battery empty by noon',
    description: 'Since last week the battery is at 20 % by lunchtime. I did not change anything.',
    category: 'SUPPORT',
    priority: 'MEDIUM',
    replies: ['That is what it looks like at the moment.', 'I switched that off. Much better already, thanks.'],
    with: 'photo',
  },
  {
    title: 'Cannot sign in after the update',
    description: 'The app asks for a code, but the mail with the code never arrives. I looked in the spam folder too.',
    category: 'REGISTRATION',
    priority: 'CRITICAL',
    replies: ['Yes, that address is right.', 'Now it came, I am in. Thank you for the quick help.'],
  },
  {
    title: 'Charged twice this month',
    description: 'My statement shows the fee for October two times, on the 3rd and on the 5th.',
    category: 'BILLING',
    priority: 'MEDIUM',
    replies: ['That is the statement, I took a picture of it.', 'Great, I will watch for it on the next statement.'],
    with: 'photo',
  },
  {
    title: 'Who can see my location?',
    description:
      'I saw in the log that somebody looked at my location on Tuesday. Is that normal, and can I switch it off in the evening?',
    category: 'GENERAL',
    priority: 'LOW',
    replies: ['Good to know. So I can pause it myself whenever I like?', 'That answers it, thanks.'],
  },
  {
    title: 'Strange noise during calls',
    description: 'The other side says they hear an echo when I am in the office.',
    category: 'SUPPORT',
    priority: 'LOW',
    replies: ['Hard to describe, so I recorded it for you.', 'With the other headset it is gone. Thank you!'],
    with: 'voice',
  },
  {
    title: 'A second phone for my colleague',
    description: 'My colleague starts on Monday. What do they need from you to join?',
    category: 'OTHER',
    priority: 'LOW',
    replies: ['A passcode, all right. I will tell them to ask on Monday.', 'It worked right away.'],
  },
  {
    title: 'Shared folder shows old files',
    description: 'I deleted three files yesterday, but they are told to be there still.',
    category: 'SUPPORT',
    priority: 'MEDIUM',
    replies: ['I pressed Update and now they are gone.'],
  },
  {
    title: 'The screen has a crack',
    description: 'It fell off the table this morning. Touch works, but the lower left corner is dark.',
    category: 'MY_PHONE',
    priority: 'MEDIUM',
    replies: ['That is how it looks.', 'Thank you! I will be careful until then.'],
    with: 'photo',
  },
  {
    title: 'I left the phone on the bus',
    description: 'Line 12, about half an hour ago. Somebody lent me theirs to write this. Can you see where mine is?',
    category: 'LOST',
    priority: 'CRITICAL',
    replies: ['Yes, please do.', 'They had it at the terminus. I have it back!'],
  },
];
