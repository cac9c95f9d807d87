import {
  capabilities,
  legalBases,
  purposeTitle,
  type Passcode,
  type PasscodeState,
  deletePasscode,
} from '@fairwatch/contract';
import { IconCheck, IconClockX, IconKey, IconQrcode, IconTrash } from '@tabler/icons-react';
import type { Column } from '../../../core/components/table/columns.ts';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { ToneBadge, type BadgeLook } from '../../../core/components/badges/tone-badge.tsx';
import { TwoLines } from '../../../core/components/text/two-lines.tsx';
import { addTexts, i18n } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './passcodes.module.css';
import { readable } from '../../../core/components/text/readable-code.ts';
import texts from './passcodes.texts.json';
import type { PasscodeSelection } from './use-passcode-selection.ts';
import { ActionIcon, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { Can } from '../../../core/components/can.tsx';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { CopyButton } from '../../../core/components/text/copy-button.tsx';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { GuardianSigning } from '../../../shared/enrolment/guardian-signing.tsx';
import { listText } from '../../../core/i18n/list-text.ts';

addTexts('passcodes', texts);

const looks: Record<PasscodeState, BadgeLook> = {
  VALID: { icon: IconKey, tone: 'good' },
  USED: { icon: IconCheck, tone: 'working' },
  EXPIRED: { icon: IconClockX, tone: 'quiet' },
};

/** A name that wraps instead of being cut: people are told apart by its end. */
const Whole = ({ name }: { name: string }) => <span className={classes.whole}>{name}</span>;

function UsedBy({ usedBy, usedAt }: Passcode) {
  if (usedBy === null || usedAt === null) return '–';
  return <TwoLines first={<Whole name={usedBy.deviceName} />} second={<RelativeTime at={usedAt} />} />;
}

function ForWhom({ name, email, remindedAt }: Passcode) {
  const { t } = useTranslation('passcodes');
  if (name === '' && email === '') return '–';
  return (
    <TwoLines
      first={<Whole name={name === '' ? email : name} />}
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

/** What the device is supervised for and on which basis, whether a guardian has signed, and which kinds of data the passcode asks for. */
function GroundAndAsked({ passcode }: { passcode: Passcode }) {
  const { ground, asked, signing } = passcode;
  const { t } = useTranslation('passcodes');
  // Whoever signs by a link is named below.
  const guardian = signing === null && ground.guardian !== null ? [ground.guardian] : [];
  const basis = listText([legalBases[ground.legalBasis], ...guardian]);
  const kinds = listText(asked.map(({ capability }) => capabilities[capability].title));
  return (
    <div className={classes.purpose}>
      <TwoLines first={purposeTitle(ground)} second={basis} />
      <GuardianSigning passcode={passcode} />
      {kinds !== '' && <span className={`fw-note ${classes.whole}`}>{t('asks', { kinds })}</span>}
    </div>
  );
}

/** The same with the reasons, for the title of the cell. */
function groundText({ ground, asked }: Passcode): string {
  const kinds = asked.map(({ capability, reason }) => `${capabilities[capability].title}: ${reason}`);
  return [purposeTitle(ground), ...kinds].join('\n');
}

/** To whom the device goes, and below it the group, and who made the passcode when it was somebody else. */
function Target({ admin, group, createdBy }: Passcode) {
  const { t } = useTranslation('passcodes');
  const parts = [group?.name ?? '', createdBy === admin ? '' : t('madeBy', { name: createdBy })].filter(Boolean);
  return <TwoLines first={<Whole name={admin} />} second={listText(parts)} />;
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
      card: 'lead',
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
    width: '8rem',
    card: 'title',
  },
  {
    key: 'state',
    header: 'passcodes:columns.state',
    cell: ({ state }) => <ToneBadge {...looks[state]} label={i18n.t(`passcodes:state.${state}`)} />,
    text: ({ state }) => i18n.t(`passcodes:state.${state}`),
    width: '6.5rem',
    card: 'aside',
  },
  {
    key: 'name',
    header: 'passcodes:columns.name',
    cell: (passcode) => <ForWhom {...passcode} />,
    text: ({ name, email }) => listText([name, email].filter(Boolean)),
  },
  {
    key: 'ground',
    header: 'passcodes:columns.ground',
    cell: (passcode) => <GroundAndAsked passcode={passcode} />,
    text: groundText,
  },
  {
    key: 'expiresAt',
    header: 'passcodes:columns.expiresAt',
    // A used passcode no longer expires.
    cell: ({ expiresAt, state }) => (state === 'USED' ? '–' : <RelativeTime at={expiresAt} />),
    sortable: true,
    width: '8rem',
  },
  {
    key: 'usedBy',
    header: 'passcodes:columns.usedBy',
    cell: (passcode) => <UsedBy {...passcode} />,
    text: ({ usedBy }) => usedBy?.deviceName ?? '',
  },
  {
    key: 'admin',
    header: 'passcodes:columns.admin',
    cell: (passcode) => <Target {...passcode} />,
    text: ({ admin, group }) => listText([admin, ...(group ? [group.name] : [])]),
    width: '8rem',
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

// Lazy, because the QR code needs a library.
const JoinDialog = lazyDialog(async () => (await import('../../../shared/enrolment/join-dialog.tsx')).JoinDialog);

/** The actions of a passcode. A used one cannot be deleted; an expired one can only be deleted. */
function PasscodeActions({ passcode }: { passcode: Passcode }) {
  const { t } = useTranslation('passcodes');
  const [shown, setShown] = useState(false);
  const { otpCode, state } = passcode;
  const code = readable(otpCode);
  return (
    <span className="fw-inline">
      {state === 'VALID' && (
        <>
          <CopyButton label={t('copy', { code })} text={code} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('qr', { code })}
            title={t('qr', { code })}
            onClick={() => setShown(true)}
          >
            <IconQrcode size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      {state !== 'USED' && <DeleteButton id={passcode.id} code={code} />}
      {shown && <JoinDialog passcodes={[passcode]} close={() => setShown(false)} />}
    </span>
  );
}

function DeleteButton({ id, code }: { id: number; code: string }) {
  const { t } = useTranslation('passcodes');
  const [confirming, setConfirming] = useState(false);
  const remove = async () => {
    setConfirming(false);
    await toastPromise(call(deletePasscode, { id })).catch(() => undefined);
    await refetchChanged('passcodes');
  };
  return (
    <Can use={deletePasscode}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('delete', { code })}
        title={t('delete', { code })}
        onClick={() => setConfirming(true)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        opened={confirming}
        title={t('deleteTitle', { code })}
        confirm={t('deleteConfirm')}
        cancel={t('cancel')}
        onConfirm={() => void remove()}
        onCancel={() => setConfirming(false)}
      >
        <Text size="sm">{t('deleteText')}</Text>
      </ConfirmDialog>
    </Can>
  );
}
