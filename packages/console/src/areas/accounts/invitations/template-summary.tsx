import { accessLevels, isPermissionUsed, type Capability, type FeatureAccess } from '@fairwatch/contract';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAccessTexts } from '../../../shared/admin-accounts/use-access-texts.ts';
import adminsTexts from '../admins/admins.texts.json';
import { openedSentences } from '../admins/opened-sentences.ts';
import classes from './invitations.module.css';
import texts from './invitations.texts.json';

// The sentences are those of the role manager, which a test compares with what each level opens.
addTexts('admins', adminsTexts);
addTexts('invitations', texts);

interface TemplateSummaryProps {
  /** True for a role that holds everything. */
  everything: boolean;
  access: readonly FeatureAccess[];
  /** The kinds of data that the installation uses: no other is named. */
  usedKinds: readonly Capability[];
}

/** What an account will be able to see and do, in the sentences of the role manager. */
export function TemplateSummary({ everything, access, usedKinds }: TemplateSummaryProps) {
  const { t } = useTranslation('invitations');
  const { t: word } = useAccessTexts();
  if (everything) return <p className={classes.everything}>{t('summary.everything')}</p>;
  return (
    <>
      <ul className={classes.summary}>
        {access
          .filter(({ featurePermission }) => isPermissionUsed(featurePermission, usedKinds))
          .map(({ featurePermission, featureAccess }) => (
            <li key={featurePermission}>
              <strong>{word(`feature.${featurePermission}`)}</strong>
              <span className={classes.level}>{word(`level.${featureAccess}`)}</span>
              <p>
                {openedSentences(featurePermission, usedKinds)
                  .filter(
                    ({ level, opens }) => opens && accessLevels.indexOf(level) <= accessLevels.indexOf(featureAccess),
                  )
                  .map(({ text }) => text)
                  .join(' ')}
              </p>
            </li>
          ))}
      </ul>
      <p className="fw-note">{t('summary.nothingElse')}</p>
    </>
  );
}
