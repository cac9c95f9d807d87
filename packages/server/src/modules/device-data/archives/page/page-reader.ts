import {
  canonicalZone,
  capabilityWords,
  languageOf,
  noticeLanguage,
  type Capability,
  type CapabilityWords,
  type NoticeLanguage,
} from '@fairwatch/contract';

/** Who reads the page: in which language they write dates and numbers, and what kinds of data are called. */
export interface PageReader {
  zone: string;
  kinds: Readonly<Record<Capability, CapabilityWords>>;
  /** The language of `kinds`. */
  kindLanguage: NoticeLanguage;
  moment(at: string): string;
  day(at: string): string;
  time(at: string): string;
  number(value: number): string;
  size(bytes: number): string;
  seconds(seconds: number): string;
}

interface Facts {
  /** A language tag as the device gave it; null when it is not known. */
  language: string | null;
  timeZone: string | null;
  guardian: string | null;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function pageReader({ language, timeZone, guardian }: Facts): PageReader {
  const tag = localeOf(language);
  const zone = (timeZone && canonicalZone(timeZone)) || 'UTC';
  const kindLanguage = languageOf(tag) ?? noticeLanguage;
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeZone: zone });
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: zone });
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 6 });
  const sizes = units.map(
    (unit) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short', maximumSignificantDigits: 3 }),
  );
  const duration = new Intl.NumberFormat(tag, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
  const minutes = new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute' });
  return {
    zone,
    kinds: capabilityWords({ guardian }, kindLanguage),
    kindLanguage,
    moment: (at) => moment.format(new Date(at)),
    day: (at) => day.format(new Date(at)),
    time: (at) => time.format(new Date(at)),
    number: (value) => number.format(value),
    size(bytes) {
      const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
      return sizes[step]?.format(bytes / 1000 ** step) ?? '';
    },
    seconds: (seconds) =>
      seconds < 60
        ? duration.format(seconds)
        : [minutes.format(Math.floor(seconds / 60)), duration.format(Math.floor(seconds % 60))].join(' '),
  };
}

/** A language that `Intl` knows; a device may send any text. */
function localeOf(language: string | null): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language ?? [])[0] ?? noticeLanguage;
  } catch {
    return noticeLanguage;
  }
}
