import { createZone } from '@fairwatch/contract';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../core/components/can.tsx';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { newZoneHash, type NewZone } from './new-zone.ts';
import texts from './new-zone.texts.json';

addTexts('new-zone', texts);

/** A link to the form of a new zone around a place, for whoever may make one. */
export function NewZoneLink({ zone }: { zone: NewZone }) {
  const { t } = useTranslation('new-zone');
  if (!useCan(createZone)) return null;
  return (
    <Link
      {...({ to: '/zones', hash: newZoneHash(zone) } as { to: string })}
      {...(zone.name && { 'aria-label': t('makeOf', { name: zone.name }) })}
    >
      {t('make')}
    </Link>
  );
}
