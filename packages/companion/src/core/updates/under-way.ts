import { useEffect } from 'react';

/** What would be lost or broken off by a reload, each as an object of its own. */
const underWay = new Set<object>();

/** Says that something is going on that a reload would break off. Call what it gives back when it is over. */
export function beginUnderWay(): () => void {
  const work = {};
  underWay.add(work);
  return () => void underWay.delete(work);
}

/** For a component that holds what a reload would lose, while `isUnderWay` is true. */
export function useUnderWay(isUnderWay: boolean): void {
  useEffect(() => (isUnderWay ? beginUnderWay() : undefined), [isUnderWay]);
}

/** Whether the page may be reloaded without being asked: nothing goes on, and nobody has typed anything. */
export function isNothingUnderWay(page: ParentNode = document): boolean {
  if (underWay.size > 0) return false;
  const fields = page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return ![...fields].some((field) => isTyped(field));
}

/** Switches and the like show what is kept; everything else with a text in it was typed or chosen here. */
function isTyped(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return !/^(?:checkbox|radio|button|submit|hidden|range)$/.test(field.type) && field.value !== '';
}
