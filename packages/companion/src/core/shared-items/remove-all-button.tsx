import { Button } from '@mantine/core';
import { useState } from 'react';
import { focusIt } from '../components/focus-it.ts';
import { commonText } from '../texts/common.texts.ts';
import { itemText } from './shared-items.texts.ts';

/** Removes every item, after a second tap confirms it. */
export function RemoveAllButton({
  count,
  onConfirm,
  isBusy,
}: {
  count: number;
  onConfirm: () => void;
  isBusy: boolean;
}) {
  const [isAsking, setIsAsking] = useState(false);
  if (count === 0) return null;
  if (!isAsking) {
    return (
      <Button variant="subtle" size="md" disabled={isBusy} onClick={() => setIsAsking(true)}>
        {itemText('takeAllOut')}
      </Button>
    );
  }
  const confirm = () => {
    setIsAsking(false);
    onConfirm();
  };
  return (
    <>
      <Button color="red.8" size="md" ref={focusIt} disabled={isBusy} onClick={confirm}>
        {itemText('takeOut', { count })}
      </Button>
      <Button variant="default" size="md" onClick={() => setIsAsking(false)}>
        {commonText('keep')}
      </Button>
    </>
  );
}
