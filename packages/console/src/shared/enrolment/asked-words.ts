import { capabilities, type Capability, type Passcode } from '@fairwatch/contract';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { useUsedKinds } from '../../core/session/session-store.ts';
import { quotedReason } from '../device-feature/consent/use-asked-at-joining.ts';
import texts from './join.texts.json';
import { listText } from '../../core/i18n/list-text.ts';

addTexts('join', texts);

/**
 * What a card says about the kinds that its passcode asks for. `room` is how many characters of kinds and reasons fit on it; where there are
 * more, the join page has the reasons.
 */
export function useAskedWords() {
  const { t } = useTranslation('join');
  const usedKinds = useUsedKinds();
  return ({ asked, createdBy }: Pick<Passcode, 'asked' | 'createdBy'>, room: number): string => {
    if (asked.length === 0) return t('asked.none', { kinds: listText(usedKinds.map(titleOf)) });
    const reasons = asked.map(({ capability, reason }) =>
      t('asked.because', { kind: titleOf(capability), reason: quotedReason(reason) }),
    );
    const inFull = reasons.join('; ');
    const isShort = inFull.length <= room;
    const kinds = isShort ? inFull : listText(asked.map(({ capability }) => titleOf(capability)));
    const summary = t('asked.summary', { by: createdBy, count: asked.length, all: usedKinds.length, kinds });
    return `${summary} ${t(isShort ? 'asked.off' : 'asked.offSeePage')}`;
  };
}

const titleOf = (name: Capability) => capabilities[name].title;
