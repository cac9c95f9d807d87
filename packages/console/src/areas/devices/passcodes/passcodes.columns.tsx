import { legalBases, purposeTitle, type Passcode, type PasscodeState } from '@fairwatch/contract';
import { IconCheck, IconClockX, IconKey } from '@tabler/icons-react';
import type { Column } from '../../../core/components/table/columns.ts';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { ToneBadge, type BadgeLook } from '../../../core/components/badges/tone-badge.tsx';
import { TwoLines } from '../../../core/components/text/two-lines.tsx';
import { addTexts, i18n } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { PasscodeActions } from './passcode-actions.tsx';
import classes from './passcodes.module.css';
import { readable } from '../../../core/components/text/readable-code.ts';
import texts from './passcodes.texts.json';
import type { PasscodeSelection } from './use-passcode-selection.ts';

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

function ForWhom({ name, email, remindedAt }: Passcode) {
  const { t } = useTranslation('passcodes');
  if (name === '' && email === '') return '–';
  return (
    <TwoLines
      first={name === '' ? email : name}
      second={
        <>
          {name !== '' && email}
          {name !== '' && email !== '' && remindedAt !== null && ', '}
          {remindedAt !== null && <TimedText words={t('reminded')} at={remindedAt} />}
        </>
      }
    />
  );
}

/** To whom the device goes, and below it the group, and who made the passcode when it was somebody else. */
function Target({ admin, group, createdBy }: Passcode) {
  const { t } = useTranslation('passcodes');
  const parts = [group?.name ?? '', createdBy === admin ? '' : t('madeBy', { name: createdBy })].filter(Boolean);
  return <TwoLines first={admin} second={parts.join(', ')} />;
}

/** The id, with a box that selects the passcode. SPEC names the id as the first column, so the box has none of its own. */
function SelectBox({ passcode, selection }: { passcode: Passcode; selection: PasscodeSelection }) {
  const { t } = useTranslation('passcodes');
  return (
    <label className="fw-inline">
      <input
        type="checkbox"
        aria-label={t('selectOne', { code: readable(passcode.otpCode) })}
        checked={selection.chosen.has(passcode.id)}
        onChange={() => selection.toggle(passcode)}
      />
      {passcode.id}
    </label>
  );
}

/** The columns of the list, with boxes for its selection. */
export function columnsWith(selection: PasscodeSelection): readonly Column<Passcode>[] {
  return [
    {
      key: 'id',
      header: 'passcodes:columns.id',
      cell: (passcode) => <SelectBox passcode={passcode} selection={selection} />,
      sortable: true,
      width: '5.5rem',
    },
    ...otherColumns,
  ];
}

const otherColumns: readonly Column<Passcode>[] = [
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
    key: 'name',
    header: 'passcodes:columns.name',
    cell: (passcode) => <ForWhom {...passcode} />,
    text: ({ name, email }) => [name, email].filter(Boolean).join(', '),
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
  {
    key: 'admin',
    header: 'passcodes:columns.admin',
    cell: (passcode) => <Target {...passcode} />,
    text: ({ admin, group }) => [admin, ...(group ? [group.name] : [])].join(', '),
    width: '9rem',
    wideOnly: true,
  },
  {
    key: 'usedAt',
    header: 'passcodes:columns.action',
    cell: (passcode) => <PasscodeActions passcode={passcode} />,
    text: () => '',
    controls: true,
    width: '8rem',
  },
];
