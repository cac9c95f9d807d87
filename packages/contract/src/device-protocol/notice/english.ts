import capabilities from '../../core/access/capabilities.texts.json' with { type: 'json' };
import type { NoticeWords } from './notice-words.ts';

const introduction =
  'This device will be supervised by the admin who gave you the passcode. Nothing is shared until you switch it on. ' +
  'You can see who looked at what and when, change your choices, set the hours in which you share, pause or leave at any time.';

/** For minors: short sentences, and words that a child of ten knows. */
const simpleIntroduction =
  'The person who gave you the code wants to look after this phone. They see nothing until you switch it on. You can always ' +
  'see who looked at what. You can switch things off again, say at which hours, stop for a while, or leave for good. If you do not understand ' +
  'something, ask before you say yes.';

/** For the guardian of a minor, who reads the words for adults below it. */
const guardianIntroduction =
  'You are asked to sign for a child in your care, whose device an admin wants to supervise. Your signature switches nothing on: the child chooses on the ' +
  'device what to share, sees who looked at what and when, and can change that, set the hours, pause or leave at any time. If you change your ' +
  'mind, tell the admin, or leave together on the device. In what follows, “you” is the person with the device.';

/** What each capability shares, for minors. */
const simpleWords: Record<keyof typeof capabilities, string> = {
  CONTACTS: 'The names and numbers of the people you know.',
  CALL_LOG: 'Who you called, who called you, and for how long.',
  SMS: 'The text messages you get and send.',
  CALENDAR: 'What is in your calendar.',
  GALLERY: 'Small pictures of your photos and videos. They can ask for a whole one.',
  LOCATION: 'Where your phone is.',
  FILES: 'What is in the shared folder. They can read it, add to it, rename it and delete it.',
  APPS: 'Which apps you have.',
  APP_PERMISSIONS: 'What this app may do on your phone.',
  DEVICE_INFO: 'What kind of phone it is, and how full its battery is.',
  CAMERA:
    'A photo or a short video. You see a countdown first and can stop it. Or what the camera sees right now, for some minutes: they ask you each ' +
    'time, you see who watches, and you can stop it.',
  MICROPHONE:
    'A short sound recording. You see a countdown first and can stop it. And the sound of videos and live pictures.',
  CALL_RECORDING: 'A recording of a phone call. You see a countdown first and can stop it.',
  NOTIFICATIONS: 'They can show you a message on this phone.',
};

const purposes: NoticeWords['purposes'] = {
  WORK: { plain: 'This is a work device.', simple: 'This is a phone for work.' },
  SCHOOL: { plain: 'This is a school device.', simple: 'This is a phone of your school.' },
  FAMILY: { plain: 'Your family looks after this device.', simple: 'Your family looks after this phone.' },
  OTHER: { plain: 'Your admin did not state one. Ask them.', simple: 'Nobody wrote down why. Ask them.' },
};

const legalBases: NoticeWords['legalBases'] = {
  CONSENT: {
    plain: 'Your consent. You are free to refuse it, and to withdraw it at any time.',
    simple: 'Because you say yes. You may say no, and you may change your mind.',
  },
  CONTRACT: {
    plain: 'A contract with you, such as your employment.',
    simple: 'Because of a contract that was signed.',
  },
  LEGITIMATE_INTEREST: {
    plain: 'A legitimate interest of whoever runs this server. You can object to it: ask your admin.',
    simple: 'Because the people who run this have a good reason. You may ask which, and say that you disagree.',
  },
  PARENTAL: {
    plain: 'The decision of your parent or guardian.',
    simple: 'Because your parent or guardian decided it.',
  },
};

export const englishWords: NoticeWords = {
  introduction,
  simpleIntroduction,
  guardianIntroduction,
  guardianDecides: 'Your decision as a parent or guardian. You are free to refuse it.',
  label: {
    purpose: 'Purpose: ',
    legalBasis: 'Legal basis: ',
    simplePurpose: 'What for: ',
    simpleLegalBasis: 'Why they may: ',
  },
  guardian: (name) => `${name} knows about this. Now and then they check with the others whether it is still needed.`,
  purposes,
  legalBases,
  colon: ': ',
  capability: (name) => {
    const { title, shares } = capabilities[name];
    return { title, shares, simple: simpleWords[name] };
  },
};
