import type { GroupColour, GroupTag } from '@fairwatch/contract';
import type { CSSProperties, ReactNode } from 'react';
import { groupColourValues } from './group-colours.ts';
import classes from './group-tags.module.css';
import { useGroupTexts } from './use-group-texts.ts';
import { listText } from '../../core/i18n/list-text.ts';

interface TagProps {
  group: Pick<GroupTag, 'name' | 'colour'>;
  /** After the name, such as a button that removes it. */
  children?: ReactNode;
}

/** The name of a group with its colour. */
export function Tag({ group: { name, colour }, children }: TagProps) {
  return (
    <span className={classes.tag} style={{ '--tag-colour': groupColourValues[colour] } as CSSProperties} title={name}>
      <span className="fw-ellipsis">{name}</span>
      {children}
    </span>
  );
}

/** The colour of a group or of a zone. */
export function Swatch({ colour }: { colour: GroupColour }) {
  return <span className={classes.swatch} style={{ background: groupColourValues[colour] }} aria-hidden />;
}

interface GroupTagsProps {
  groups: readonly GroupTag[];
  /** Shows at most this many, and how many more there are. */
  atMost?: number;
}

/** The groups of a device as tags; nothing for a device without groups. */
export function GroupTags({ groups, atMost = groups.length }: GroupTagsProps) {
  const { t } = useGroupTexts();
  if (groups.length === 0) return null;
  const shown = groups.slice(0, atMost);
  const hidden = groups.slice(shown.length);
  return (
    <ul className={classes.tags} aria-label={t('label')}>
      {shown.map((group) => (
        <li key={group.id}>
          <Tag group={group} />
        </li>
      ))}
      {hidden.length > 0 && (
        <li className={classes.more} title={listText(hidden.map(({ name }) => name))}>
          {t('more', { count: hidden.length })}
        </li>
      )}
    </ul>
  );
}
