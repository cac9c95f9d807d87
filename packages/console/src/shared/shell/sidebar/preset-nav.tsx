import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconDots } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { Tooltip } from '../../../core/components/overlays/tooltip.tsx';
import { mayOpen } from '../../../core/router/guard.ts';
import { useCurrentPage, usePages } from '../../../core/router/pages-context.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { useNavTexts } from '../texts/use-shell-texts.ts';
import { useFolds } from './folded-groups.ts';
import { NavItem } from './nav-item.tsx';
import { arrangePreset, type PresetGroup } from './preset-groups.ts';
import classes from './sidebar.module.css';

interface PresetNavProps {
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
  /** The card of the open device, at the top of its pages. */
  deviceHead: ReactNode;
}

/** The groups of a preset's sidebar. The first one has no heading and stays open; the others fold. */
export function PresetNav({ collapsed, onNavigate, deviceHead }: PresetNavProps) {
  const session = useAdminSession();
  const { deviceId } = useCurrentPage();
  const { isOpen, toggle } = useFolds();
  const accessible = usePages().filter((page) => mayOpen(session, page));
  const groups = arrangePreset(accessible, session.installation.preset ?? 'everything', deviceId !== null);
  return groups.map((group, at) => (
    <FoldedGroup
      key={group.key}
      group={group}
      collapsed={collapsed}
      onNavigate={onNavigate}
      isOpen={isOpen(group)}
      toggle={at === 0 ? null : () => toggle(group)}
    >
      {group.group === 'device' && !collapsed && deviceHead}
    </FoldedGroup>
  ));
}

interface FoldedGroupProps {
  group: PresetGroup;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
  isOpen: boolean;
  /** Null for a group that does not fold. */
  toggle: (() => void) | null;
  children: ReactNode;
}

function FoldedGroup({ group: { group, items }, collapsed, onNavigate, isOpen, toggle, children }: FoldedGroupProps) {
  const { t: name } = useNavTexts();
  const { page: current } = useCurrentPage();
  const id = useId();
  const title = name(`group.${group}`);
  const isShown = isOpen || toggle === null;
  return (
    <section aria-label={title}>
      {toggle !== null && (
        <Tooltip label={title} side="right" disabled={!collapsed}>
          <UnstyledButton
            className={classes.fold}
            aria-expanded={isShown}
            aria-controls={id}
            // A folded group shows that the current page is in it.
            data-current={(!isShown && items.some(({ path }) => path === current?.path)) || undefined}
            onClick={toggle}
          >
            {collapsed ? <IconDots size={18} stroke={1.6} aria-hidden /> : <span>{title}</span>}
            {collapsed ? (
              <span className="fw-hidden">{title}</span>
            ) : (
              <IconChevronDown size={14} stroke={1.6} aria-hidden className={classes.chevron} />
            )}
          </UnstyledButton>
        </Tooltip>
      )}
      {isShown && children}
      <ul id={id} hidden={!isShown}>
        {isShown &&
          items.map((page) => (
            <li key={page.path}>
              <NavItem page={page} collapsed={collapsed} onNavigate={onNavigate} />
            </li>
          ))}
      </ul>
    </section>
  );
}
