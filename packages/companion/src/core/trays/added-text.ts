import type { Added } from './tray-store.ts';

/** "3 added, 1 was here already." */
export function addedText({ added, known }: Added): string {
  const there = known === 0 ? '' : `, ${known.toLocaleString('en')} ${known === 1 ? 'was' : 'were'} here already`;
  return `${added.toLocaleString('en')} added${there}.`;
}

export function countText(count: number, one: string, many: string): string {
  return count === 0 ? `No ${many} yet` : `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
