import { files } from '@fairwatch/contract';
import { IconChevronRight, IconFolder, IconFolderOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../core/api/query.ts';
import { pathOf, stepsTo } from './file-path.ts';
import classes from './folder-tree.module.css';
import { treeKey } from './tree-keys.ts';

interface FolderTreeProps {
  deviceId: number;
  /** The folder that the page shows. */
  path: string;
  open: (path: string) => void;
}

/** As many folders of one folder as are shown; few people have more. */
const mostFolders = 500;

/** The folders of a device. What lies in one is read when it is opened out. */
export function FolderTree({ deviceId, path, open }: FolderTreeProps) {
  const { t } = useTranslation('files');
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(wayTo(path)));
  const [focused, setFocused] = useState<string | null>(null);
  const [shownPath, setShownPath] = useState(path);
  if (shownPath !== path) {
    // Whoever opens a folder elsewhere on the page sees it here, too.
    setShownPath(path);
    setExpanded(new Set([...expanded, ...wayTo(path)]));
  }
  const expand = (at: string, wanted: boolean) =>
    setExpanded((before) => {
      const after = new Set(before);
      if (wanted) after.add(at);
      else after.delete(at);
      return after;
    });
  const tree: Tree = { deviceId, path, open, expanded, expand, tabStop: focused ?? path, focus: setFocused };
  return (
    <ul
      role="tree"
      aria-label={t('tree.label')}
      className={classes.tree}
      onKeyDown={(event) => treeKey(event, { expand, open })}
    >
      <Folder tree={tree} name={t('root')} path="" level={1} />
    </ul>
  );
}

/** The folders around a folder. */
function wayTo(path: string): string[] {
  return ['', ...stepsTo(path).map((step) => step.path)].slice(0, path === '' ? 1 : -1);
}

interface Tree extends FolderTreeProps {
  expanded: ReadonlySet<string>;
  expand: (path: string, wanted: boolean) => void;
  /** The one folder that the Tab key reaches. */
  tabStop: string;
  focus: (path: string) => void;
}

interface FolderProps {
  tree: Tree;
  name: string;
  path: string;
  level: number;
}

function Folder({ tree, name, path, level }: FolderProps) {
  const labelId = useId();
  const expanded = tree.expanded.has(path);
  const below = useFolders(tree.deviceId, path, expanded);
  const current = path === tree.path;
  const empty = below?.length === 0;
  const Icon = current ? IconFolderOpen : IconFolder;
  return (
    <li
      role="treeitem"
      aria-labelledby={labelId}
      aria-level={level}
      aria-expanded={empty ? undefined : expanded}
      aria-selected={current}
      tabIndex={path === tree.tabStop ? 0 : -1}
      data-path={path}
      className={classes.item}
      onFocus={(event) => event.target === event.currentTarget && tree.focus(path)}
    >
      {/* The keys of the tree do the same from the item itself. */}
      <div className={classes.row} style={{ paddingInlineStart: `${(level - 1) * 0.875}rem` }}>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className={classes.twist}
          data-empty={empty || undefined}
          data-expanded={expanded || undefined}
          onClick={() => tree.expand(path, !expanded)}
        >
          <IconChevronRight size={14} aria-hidden />
        </button>
        <button type="button" tabIndex={-1} className={classes.name} title={name} onClick={() => tree.open(path)}>
          <Icon size={16} stroke={1.6} aria-hidden />
          <span id={labelId}>{name}</span>
        </button>
      </div>
      {expanded && below && below.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a tree's branch is a list, no set of fields
        <ul role="group" className={classes.group}>
          {below.map((folder) => (
            <Folder key={folder.id} tree={tree} name={folder.name} path={pathOf(folder)} level={level + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The folders in a folder; undefined until they are known. */
function useFolders(deviceId: number, parent: string, enabled: boolean) {
  const input = { deviceId, filter: { parent, folder: true }, sortBy: 'name', pageSize: mostFolders } as const;
  return useQuery({ ...query(files.list, input), enabled }).data?.data;
}
