import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../core/components/choice.tsx';
import type { FileRow } from './files.columns.tsx';
import type { OpenFolder } from './use-folder.ts';
import type { Layout } from './use-layout.ts';

/** A folder and how it is shown. */
export interface ShownFolder {
  folder: OpenFolder;
  layout: Layout;
  setLayout: (layout: Layout) => void;
  /** Whether files can be chosen here. */
  choosing: boolean;
  onOpen: (file: FileRow) => void;
}

/** A list, or tiles. */
export function LayoutChoice({ layout, setLayout }: Pick<ShownFolder, 'layout' | 'setLayout'>) {
  const { t } = useTranslation('files');
  return (
    <Choice
      label={t('layout.label')}
      options={[
        { value: 'list', label: t('layout.list'), icon: IconList },
        { value: 'grid', label: t('layout.grid'), icon: IconLayoutGrid },
      ]}
      value={layout}
      onChange={setLayout}
    />
  );
}
