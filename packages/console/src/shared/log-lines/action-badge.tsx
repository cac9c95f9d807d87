import type { AuditAction } from '@fairwatch/contract';
import {
  IconAdjustments,
  IconBell,
  IconBellRinging,
  IconCalendarCheck,
  IconCalendarRepeat,
  IconClock,
  IconCurrentLocation,
  IconDeviceMobileOff,
  IconEye,
  IconEyeOff,
  IconFileZip,
  IconHandStop,
  IconKey,
  IconMessageQuestion,
  IconPencil,
  IconPin,
  IconPlayerPause,
  IconPlayerPlay,
  IconReport,
  IconSend2,
  IconTags,
  IconThumbDown,
  IconTicket,
  IconTrash,
  IconUserEdit,
  IconUserMinus,
  IconUserOff,
  IconUserPlus,
  IconUserShield,
  IconX,
  type TablerIcon,
  IconZoomInArea,
} from '@tabler/icons-react';
import { actionText } from './audit-words.ts';
import classes from './audit.module.css';

const looks: Record<AuditAction, { icon: TablerIcon; tone: 'plain' | 'good' | 'accent' | 'bad' }> = {
  JOIN: { icon: IconUserPlus, tone: 'good' },
  READ: { icon: IconEye, tone: 'plain' },
  COMMAND: { icon: IconSend2, tone: 'accent' },
  CANCEL: { icon: IconX, tone: 'accent' },
  ASK: { icon: IconMessageQuestion, tone: 'accent' },
  NOTIFY: { icon: IconBell, tone: 'accent' },
  TICKET: { icon: IconTicket, tone: 'accent' },
  PERSON: { icon: IconUserEdit, tone: 'accent' },
  RENAME: { icon: IconPencil, tone: 'accent' },
  ASSIGN: { icon: IconUserShield, tone: 'accent' },
  UNASSIGN: { icon: IconUserOff, tone: 'accent' },
  SIGN_IN: { icon: IconKey, tone: 'accent' },
  DELETE: { icon: IconTrash, tone: 'accent' },
  REFUSED_READ: { icon: IconEyeOff, tone: 'bad' },
  REFUSED_COMMAND: { icon: IconHandStop, tone: 'bad' },
  CONSENT: { icon: IconAdjustments, tone: 'good' },
  DECLINE: { icon: IconThumbDown, tone: 'good' },
  PAUSE: { icon: IconPlayerPause, tone: 'good' },
  RESUME: { icon: IconPlayerPlay, tone: 'good' },
  LEAVE: { icon: IconUserMinus, tone: 'good' },
  END: { icon: IconDeviceMobileOff, tone: 'accent' },
  ARCHIVE: { icon: IconFileZip, tone: 'accent' },
  RESTORE: { icon: IconPlayerPause, tone: 'plain' },
  REVIEW: { icon: IconCalendarCheck, tone: 'accent' },
  HOURS: { icon: IconClock, tone: 'good' },
  NOTICE: { icon: IconPin, tone: 'plain' },
  GROUP: { icon: IconTags, tone: 'accent' },
  SCHEDULE: { icon: IconCalendarRepeat, tone: 'accent' },
  ZONE: { icon: IconZoomInArea, tone: 'accent' },
  LIVE_LOCATION: { icon: IconCurrentLocation, tone: 'accent' },
  ALERT: { icon: IconBellRinging, tone: 'accent' },
  REPORT: { icon: IconReport, tone: 'accent' },
};

/** An audit action as an icon and a word. */
export function ActionBadge({ action }: { action: AuditAction }) {
  const { icon: Icon, tone } = looks[action];
  return (
    <span className={classes.action} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden />
      {actionText(action)}
    </span>
  );
}
