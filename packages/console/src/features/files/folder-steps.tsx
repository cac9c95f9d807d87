import { useTranslation } from 'react-i18next';
import { stepsTo } from './file-path.ts';
import classes from './files.module.css';

interface FolderStepsProps {
  /** Null while a search shows all folders. */
  path: string | null;
  open: (path: string) => void;
}

/** Where in the shared folder the page stands, and the way back up. */
export function FolderSteps({ path, open }: FolderStepsProps) {
  const { t } = useTranslation('files');
  const steps = [{ name: t('root'), path: '' }, ...stepsTo(path ?? '')];
  return (
    <nav className={classes.way} aria-label={t('place')}>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.path}>
            {step.path === path ? (
              <span aria-current="location">{step.name}</span>
            ) : (
              <button type="button" onClick={() => open(step.path)}>
                {step.name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
