import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { Choice } from '../../../../core/components/buttons/choice.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import type { Layout } from './use-layout.ts';

interface LayoutChoiceProps {
  layout: Layout;
  onChange: (layout: Layout) => void;
}

/** Switches between the list and the tiles. */
export function LayoutChoice({ layout, onChange }: LayoutChoiceProps) {
  const { t } = useTranslation('files');
  return (
    <Choice
      label={t('layout.label')}
      options={[
        { value: 'list', label: t('layout.list'), icon: IconList },
        { value: 'grid', label: t('layout.grid'), icon: IconLayoutGrid },
      ]}
      value={layout}
      onChange={onChange}
    />
  );
}
