import { currentLanguage } from '../../../core/i18n/i18n.ts';

/** A radius as people say it: `200 m`, and from a kilometre on `1.5 km`. */
export function radiusText(metres: number): string {
  const isFar = metres >= 1000;
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: isFar ? 'kilometer' : 'meter',
    maximumFractionDigits: isFar ? 1 : 0,
  }).format(isFar ? metres / 1000 : metres);
}
