import { files } from '@fairwatch/contract';
import { Box } from '@mantine/core';
import { IconChevronRight, IconFolder, IconFolderOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { query } from '../../../../core/api/query.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { pathOf, breadcrumbsOf } from '../file-path.ts';
import classes from './folder-tree.module.css';
import { handleTreeKey } from './tree-keys.ts';

interface FolderTreeProps {
  deviceId: number;
  /** The folder that the page shows. */
  path: string;
  open: (path: string) => void;
}

/** The maximum number of subfolders shown per folder. */
const maxFolders = 500;

/** The folder tree of a device. The subfolders of a folder are loaded when it is expanded. */
export function FolderTree({ deviceId, path, open }: FolderTreeProps) {
  const { t } = useTranslation('files');
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(ancestorsOf(path)));
  const [focused, setFocused] = useState<string | null>(null);
  const [shownPath, setShownPath] = useState(path);
  if (shownPath !== path) {
    // A folder that was opened elsewhere on the page is revealed in the tree.
    setShownPath(path);
    setExpanded(new Set([...expanded, ...ancestorsOf(path)]));
  }
  const expand = (at: string, isExpanded: boolean) =>
    setExpanded((before) => {
      const after = new Set(before);
      if (isExpanded) after.add(at);
      else after.delete(at);
      return after;
    });
  const tree: Tree = { deviceId, path, open, expanded, expand, tabStop: focused ?? path, focus: setFocused };
  return (
    <Box
      component="ul"
      role="tree"
      aria-label={t('tree.label')}
      p={6}
      onKeyDown={(event) => handleTreeKey(event, { expand, open })}
    >
      <Folder tree={tree} name={t('root')} path="" level={1} />
    </Box>
  );
}

/** The paths of all folders that contain `path`, the root included. */
function ancestorsOf(path: string): string[] {
  return ['', ...breadcrumbsOf(path).map((step) => step.path)].slice(0, path === '' ? 1 : -1);
}

interface Tree extends FolderTreeProps {
  expanded: ReadonlySet<string>;
  expand: (path: string, isExpanded: boolean) => void;
  /** The only tree item in the tab order (roving tabindex). */
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
  const children = useFolders(tree.deviceId, path, expanded);
  const current = path === tree.path;
  const isEmpty = children?.length === 0;
  const Icon = current ? IconFolderOpen : IconFolder;
  return (
    <li
      role="treeitem"
      aria-labelledby={labelId}
      aria-level={level}
      aria-expanded={isEmpty ? undefined : expanded}
      aria-selected={current}
      tabIndex={path === tree.tabStop ? 0 : -1}
      data-path={path}
      className={classes.item}
      onFocus={(event) => event.target === event.currentTarget && tree.focus(path)}
    >
      {/* Not in the tab order: the tree's keys do the same from the tree item. */}
      <div className={classes.row} style={{ paddingInlineStart: `${(level - 1) * 0.875}rem` }}>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className={classes.twist}
          data-empty={isEmpty || undefined}
          data-expanded={expanded || undefined}
          onClick={() => tree.expand(path, !expanded)}
        >
          <IconChevronRight size={14} aria-hidden />
        </button>
        <button type="button" tabIndex={-1} className={classes.name} title={name} onClick={() => tree.open(path)}>
          <Icon size={16} stroke={1.6} aria-hidden />
          <span id={labelId} className="fw-ellipsis">
            {name}
          </span>
        </button>
      </div>
      {expanded && children && children.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a branch of a tree is a list, not a fieldset
        <ul role="group">
          {children.map((folder) => (
            <Folder key={folder.id} tree={tree} name={folder.name} path={pathOf(folder)} level={level + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The subfolders of a folder; undefined until they are loaded. */
function useFolders(deviceId: number, parent: string, enabled: boolean) {
  const input = { deviceId, filter: { parent, folder: true }, sortBy: 'name', pageSize: maxFolders } as const;
  return useQuery({ ...query(files.list, input), enabled }).data?.data;
}
