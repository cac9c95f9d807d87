import type { Group } from '@fairwatch/contract';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../../core/components/table/columns.ts';
import { Tag } from '../../../shared/group-tags/group-tags.tsx';
import { i18n } from '../../../core/i18n/i18n.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { GroupActions } from './group-actions.tsx';
import classes from './groups.module.css';
import { ruleWords } from './rule-words.ts';

const adminsText = ({ admins }: Group) => admins.map(({ username }) => username).join(', ');

/** The number of devices, which links to them in the list of devices. */
function DeviceCount({ group: { id, name, devices } }: { group: Group }) {
  return (
    <Link
      {...pageLink('/device-list', { search: { groupId: id } })}
      className="fw-name-link"
      title={i18n.t('groups:show', { name })}
    >
      {i18n.t('groups:devices', { count: devices })}
    </Link>
  );
}

export const columns: readonly Column<Group>[] = [
  {
    key: 'name',
    header: 'groups:columns.name',
    cell: (group) => <Tag group={group} />,
    sortable: true,
    width: '12rem',
    card: 'title',
  },
  {
    key: 'rule',
    header: 'groups:columns.rule',
    cell: ({ rule }) => <span className={classes.ruleWords}>{ruleWords(rule)}</span>,
    text: ({ rule }) => ruleWords(rule),
  },
  {
    key: 'devices',
    header: 'groups:columns.devices',
    cell: (group) => <DeviceCount group={group} />,
    text: ({ devices }) => i18n.t('groups:devices', { count: devices }),
    sortable: true,
    width: '7.5rem',
    card: 'aside',
  },
  { key: 'owner', header: 'groups:columns.owner', sortable: true, width: '7.5rem' },
  {
    key: 'admins',
    header: 'groups:columns.admins',
    cell: (group) => <span className="fw-two-lines">{adminsText(group) || i18n.t('groups:noAdmins')}</span>,
    text: adminsText,
    width: '9rem',
  },
  {
    key: 'mine',
    header: 'groups:columns.actions',
    cell: (group) => <GroupActions group={group} />,
    text: () => '',
    controls: true,
    width: '10rem',
  },
];
