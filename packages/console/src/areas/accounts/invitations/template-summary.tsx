import { accessLevels, featureTitles, levelTitles, type FeatureAccess } from '@fairwatch/contract';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import adminsTexts from '../admins/admins.texts.json';
import { openedSentences, opensSomething } from '../admins/opened-sentences.ts';
import classes from './invitations.module.css';
import texts from './invitations.texts.json';

// The sentences are those of the role manager, which a test compares with what each level opens.
addTexts('admins', adminsTexts);
addTexts('invitations', texts);

interface TemplateSummaryProps {
  /** True for a role that holds everything. */
  everything: boolean;
  access: readonly FeatureAccess[];
}

/** What an account will be able to see and do, in the sentences of the role manager. */
export function TemplateSummary({ everything, access }: TemplateSummaryProps) {
  const { t } = useTranslation('invitations');
  if (everything) return <p className={classes.everything}>{t('summary.everything')}</p>;
  return (
    <>
      <ul className={classes.summary}>
        {access.map(({ featurePermission, featureAccess }) => (
          <li key={featurePermission}>
            <strong>{featureTitles[featurePermission]}</strong>
            <span className={classes.level}>{levelTitles[featureAccess]}</span>
            <p>
              {openedSentences(featurePermission)
                .filter(
                  ({ level }) =>
                    accessLevels.indexOf(level) <= accessLevels.indexOf(featureAccess) &&
                    opensSomething(featurePermission, level),
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
