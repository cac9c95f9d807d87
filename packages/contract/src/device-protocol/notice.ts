import { capabilities, capabilityNames, type Capability } from './capabilities.ts';
import { groundNotStated, type Ground } from './ground.ts';

/** Raise it whenever the words below or those of a capability change: consent is given to a version. */
export const noticeVersion = 2;

const introduction =
  'This device will be supervised by the admin who gave you the passcode. Nothing is shared until you switch it on. ' +
  'You can see who looked at what and when, change your choices, set the hours in which you share, pause or leave at any time.';

/** For minors: short sentences, and words that a child of ten knows. */
const simpleIntroduction =
  'The person who gave you the code wants to look after this phone. They see nothing until you switch it on. You can always ' +
  'see who looked at what. You can switch things off again, say at which hours, stop for a while, or leave for good. If you do not understand ' +
  'something, ask before you say yes.';

/** What each capability shares, for minors. */
const simpleWords: Record<Capability, string> = {
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
  CAMERA: 'A photo or a short video. You see a countdown first and can stop it.',
  MICROPHONE: 'A short sound recording. You see a countdown first and can stop it.',
  CALL_RECORDING: 'A recording of a phone call. You see a countdown first and can stop it.',
  NOTIFICATIONS: 'They can show you a message on this phone.',
};

const purposeWords: Record<Ground['purpose'], { plain: string; simple: string }> = {
  WORK: { plain: 'This is a work device.', simple: 'This is a phone for work.' },
  SCHOOL: { plain: 'This is a school device.', simple: 'This is a phone of your school.' },
  FAMILY: { plain: 'Your family looks after this device.', simple: 'Your family looks after this phone.' },
  OTHER: { plain: 'Your admin did not state one. Ask them.', simple: 'Nobody wrote down why. Ask them.' },
};

const legalBasisWords: Record<Ground['legalBasis'], { plain: string; simple: string }> = {
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

/** The languages in which there is a notice. */
export const noticeLanguages = ['en'] as const;
export type NoticeLanguage = (typeof noticeLanguages)[number];
export const noticeLanguage: NoticeLanguage = 'en';

/** What the notice says about why a device is supervised. The day of the review is not in it, since that day moves. */
export type NoticeGround = Omit<Ground, 'reviewOn'>;

/** The whole notice as the person reads it before joining; in simple words when they have a guardian. */
export function noticeText(given: NoticeGround = groundNotStated, language: NoticeLanguage = noticeLanguage): string {
  return { en: englishNotice }[language](given);
}

function englishNotice({ purpose, purposeText, legalBasis, guardian }: NoticeGround): string {
  const words = guardian === null ? 'plain' : 'simple';
  const purposeSentence = purposeText === '' ? purposeWords[purpose][words] : purposeText;
  if (guardian === null) {
    return [
      introduction,
      `Purpose: ${purposeSentence}`,
      `Legal basis: ${legalBasisWords[legalBasis].plain}`,
      ...capabilityNames.map((name) => `${capabilities[name].title}: ${capabilities[name].shares}`),
    ].join('\n');
  }
  return [
    simpleIntroduction,
    `What for: ${purposeSentence}`,
    `Why they may: ${legalBasisWords[legalBasis].simple}`,
    `${guardian} knows about this. Now and then they check with the others whether it is still needed.`,
    ...capabilityNames.map((name) => `${capabilities[name].title}: ${simpleWords[name]}`),
  ].join('\n');
}

/** Names the exact words a person agreed to. */
export async function noticeHash(given?: NoticeGround, language?: NoticeLanguage): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(noticeText(given, language)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether there is a notice in a language. */
export function isNoticeLanguage(language: string): language is NoticeLanguage {
  return noticeLanguages.some((each) => each === language);
}
