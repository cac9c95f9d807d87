import type { Mediator } from '@fairwatch/contract';
import { Button, Text } from '@mantine/core';
import { IconExternalLink, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Card } from '../../../core/components/page/card.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './app-download.module.css';
import { EditMediators } from './edit-mediators.tsx';

interface MediatorsProps {
  mediators: readonly Mediator[];
  mayChange: boolean;
  refetch: () => Promise<unknown>;
}

/** Lists the other places that offer the app. */
export function Mediators({ mediators, mayChange, refetch }: MediatorsProps) {
  const { t } = useTranslation('app-download');
  const [editing, setEditing] = useState(false);
  return (
    <Card
      title={t('mediators.title')}
      aside={
        mayChange && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('mediators.edit')}
          </Button>
        )
      }
    >
      {mediators.length === 0 && (
        <EmptyView
          inPanel
          icon={IconExternalLink}
          title={t('mediators.none')}
          hint={t('mediators.noneHint')}
          refetch={refetch}
        />
      )}
      <ul className="fw-lines">
        {mediators.map(({ name, url }) => (
          <li key={`${name} ${url}`}>
            <a className={classes.mediator} href={url} target="_blank" rel="noopener noreferrer">
              <span className="fw-grow">
                <Text span fw={550}>
                  {name}
                </Text>
                <span className="fw-note">{URL.parse(url)?.host ?? url}</span>
              </span>
              <IconExternalLink size={16} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
      {editing && <EditMediators mediators={mediators} close={() => setEditing(false)} />}
    </Card>
  );
}
