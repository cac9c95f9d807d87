import { legalBases, purposeTitle, type Passcode, type PasscodeState } from '@fairwatch/contract';
import { IconCheck, IconClockX, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../core/components/table/columns.ts';
import { RelativeTime } from '../../core/components/time/relative-time.tsx';
import { ToneBadge, type BadgeLook } from '../../core/components/badges/tone-badge.tsx';
import { TwoLines } from '../../core/components/text/two-lines.tsx';
import { addTexts, i18n } from '../../core/i18n/i18n.ts';
import { PasscodeActions } from './passcode-actions.tsx';
import classes from './passcodes.module.css';
import { readable } from '../../core/components/text/readable-code.ts';
import texts from './passcodes.texts.json';

addTexts('passcodes', texts);

const looks: Record<PasscodeState, BadgeLook> = {
  VALID: { icon: IconKey, tone: 'good' },
  USED: { icon: IconCheck, tone: 'working' },
  EXPIRED: { icon: IconClockX, tone: 'quiet' },
};

function UsedBy({ usedBy, usedAt }: Passcode) {
  const { t } = useTranslation('passcodes');
  if (usedBy === null || usedAt === null) return '–';
  return (
    <TwoLines
      first={usedBy.username}
      second={
        <>
          {t('on', { device: usedBy.deviceName })}, <RelativeTime at={usedAt} />
        </>
      }
    />
  );
}

export const columns: readonly Column<Passcode>[] = [
  { key: 'id', header: 'passcodes:columns.id', sortable: true, width: '4.5rem' },
  {
    key: 'otpCode',
    header: 'passcodes:columns.otpCode',
    cell: ({ otpCode, state }) => (
      <code className={classes.code} data-over={state !== 'VALID' || undefined}>
        {readable(otpCode)}
      </code>
    ),
    width: '10rem',
    card: 'title',
  },
  {
    key: 'state',
    header: 'passcodes:columns.state',
    cell: ({ state }) => <ToneBadge {...looks[state]} label={i18n.t(`passcodes:state.${state}`)} />,
    text: ({ state }) => i18n.t(`passcodes:state.${state}`),
    width: '8rem',
    card: 'aside',
  },
  {
    key: 'ground',
    header: 'passcodes:columns.ground',
    cell: ({ ground }) => (
      <TwoLines
        first={purposeTitle(ground)}
        second={[legalBases[ground.legalBasis], ...(ground.guardian === null ? [] : [ground.guardian])].join(', ')}
      />
    ),
    text: ({ ground }) => purposeTitle(ground),
  },
  {
    key: 'expiresAt',
    header: 'passcodes:columns.expiresAt',
    // A used passcode no longer expires.
    cell: ({ expiresAt, state }) => (state === 'USED' ? '–' : <RelativeTime at={expiresAt} />),
    sortable: true,
    width: '9rem',
  },
  {
    key: 'usedBy',
    header: 'passcodes:columns.usedBy',
    cell: (passcode) => <UsedBy {...passcode} />,
    text: ({ usedBy }) => usedBy?.username ?? '',
  },
  { key: 'createdBy', header: 'passcodes:columns.createdBy', width: '9rem', wideOnly: true },
  {
    key: 'usedAt',
    header: 'passcodes:columns.action',
    cell: (passcode) => <PasscodeActions passcode={passcode} />,
    text: () => '',
    controls: true,
    width: '8rem',
  },
];
