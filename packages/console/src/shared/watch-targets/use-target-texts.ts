import type { ShownTarget } from '@fairwatch/contract';
import { textsHook } from '../../core/i18n/use-translation.ts';
import texts from './watch-target.texts.json';

/** The texts about for which devices a zone or a rule is. */
export const useTargetTexts = textsHook('watch-target', texts);

/** Names a target: all devices, a group or a device. */
export function useTargetName(): (shown: ShownTarget) => string {
  const { t } = useTargetTexts();
  return ({ target, targetName }) => {
    if (target.for === 'ALL') return t('all');
    if (targetName === null) return t('unseen');
    return target.for === 'GROUP' ? t('ofGroup', { name: targetName }) : targetName;
  };
}
