import { checkTranslations, isComplete, report } from './checks/translations/check-translations.ts';

const results = checkTranslations();
console.log(report(results));
if (!isComplete(results)) {
  console.error('Texts are wrong or missing: docs/translate.md says what each kind means.');
  process.exitCode = 1;
}
