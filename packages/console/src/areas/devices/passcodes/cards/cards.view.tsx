import { directionOf, inLanguage, passcodeList, type Passcode } from '@fairwatch/contract';
import { Button, Title } from '@mantine/core';
import { IconArrowLeft, IconCards, IconPrinter } from '@tabler/icons-react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient, readError } from '../../../../core/api/query.ts';
import { useCompanion, type CompanionAddresses } from '../../../../shared/companion/companion-address.ts';
import { AddressNote } from '../../../../shared/companion/phone-link.tsx';
import { ChoiceField } from '../../../../core/components/buttons/choice.tsx';
import { useUrlSearch } from '../../../../core/components/filters/use-list-search.ts';
import { EmptyView } from '../../../../core/components/page/empty-view.tsx';
import { ErrorView } from '../../../../core/components/page/error-view.tsx';
import { addTexts, currentLanguage, formatTag, tagFor } from '../../../../core/i18n/i18n.ts';
import { loadNeeded } from '../../../../core/i18n/load-texts.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../../core/router/page-link.ts';
import { useDocumentTitle } from '../../../../core/router/use-document-title.ts';
import { readFilters } from '../passcode-filters.ts';
import texts from '../passcodes.texts.json';
import { loadPasscodes } from '../use-passcode-selection.ts';
import { readCardIds } from './card-ids.ts';
import { useCardWords } from './card-words.ts';
import classes from './cards.module.css';
import { cardsPerSheet, papers, sheetsOf, usualPaper, type CardsPerSheet, type Paper } from './sheets.ts';
import { QrCode } from '../../../../core/components/qr-code.tsx';
import { readable } from '../../../../core/components/text/readable-code.ts';

addTexts('passcodes', texts);

/** The valid passcodes that the address names, by their batch or their ids. Used and expired ones need no card. */
function useCards() {
  const { raw } = useUrlSearch();
  const { batchId } = readFilters(raw);
  const ids = readCardIds(raw['ids']);
  const filter = { state: 'VALID', ...(batchId === undefined ? { ids } : { batchId }) } as const;
  const isNamed = batchId !== undefined || ids.length > 0;
  return useQuery({
    // Another key than that of the list, which has one page of it; both are refetched together.
    queryKey: [passcodeList.path, { cards: filter }],
    queryFn: async ({ signal }) => {
      const cards = isNamed ? await loadPasscodes({ search: '', filter }, signal) : [];
      // A card is printed in its own language, or not at all.
      await Promise.all(cards.map(({ language }) => language === null || loadNeeded(language)));
      return cards;
    },
  });
}

/** The page of cards. There is no shell around it, so it provides the query client itself. */
export function CardsView() {
  return (
    <QueryClientProvider client={queryClient}>
      <Cards />
    </QueryClientProvider>
  );
}

/** Cards of passcodes on sheets of paper, as they are printed. */
function Cards() {
  const { t } = useTranslation('passcodes');
  useDocumentTitle(t('cards.title'));
  const navigate = useNavigate();
  const result = useCards();
  const error = readError(result);
  const [paper, setPaper] = useState<Paper>(() => usualPaper(currentLanguage()));
  const [perSheet, setPerSheet] = useState<CardsPerSheet>(8);
  // The oldest first, which is the order of an imported file.
  const cards = result.data?.toReversed();
  const sheets = sheetsOf(cards ?? [], perSheet);
  const back = () => void navigate(pageLink('/otp-list'));
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <div className={classes.words}>
          <Title order={1} tabIndex={-1}>
            {t('cards.title')}
          </Title>
          <output className="fw-note">
            {cards === undefined
              ? t('cards.loading')
              : t('cards.count', { count: cards.length, sheets: t('cards.sheets', { count: sheets.length }) })}
          </output>
        </div>
        <ChoiceField
          label={t('cards.paper')}
          options={papers.map((value) => ({ value, label: t(`cards.papers.${value}`) }))}
          value={paper}
          onChange={setPaper}
        />
        <ChoiceField
          label={t('cards.perSheet')}
          options={cardsPerSheet.map((value) => ({ value: String(value), label: String(value) }))}
          value={String(perSheet)}
          onChange={(value) => setPerSheet(cardsPerSheet.find((each) => String(each) === value) ?? perSheet)}
        />
        <div className="fw-inline">
          <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={back}>
            {t('cards.back')}
          </Button>
          <Button
            leftSection={<IconPrinter size={16} aria-hidden />}
            disabled={sheets.length === 0}
            onClick={() => window.print()}
          >
            {t('cards.print')}
          </Button>
        </div>
      </header>
      {sheets.length > 0 && <Address />}
      {error !== null && <ErrorView error={error} retry={result.refetch} />}
      {cards?.length === 0 && (
        <EmptyView icon={IconCards} title={t('cards.none')} hint={t('cards.noneHint')} refetch={result.refetch} />
      )}
      <Sheets sheets={sheets} paper={paper} perSheet={perSheet} />
    </main>
  );
}

/** Says before anything is printed when the address on the cards works on no phone. */
function Address() {
  const companion = useCompanion();
  if (companion === null) return null;
  return (
    <div className={classes.address}>
      <AddressNote address={companion.origin} />
    </div>
  );
}

function Sheets({ sheets, paper, perSheet }: { sheets: Passcode[][]; paper: Paper; perSheet: CardsPerSheet }) {
  const companion = useCompanion();
  if (companion === null) return null;
  return sheets.map((cards) => (
    <section key={cards[0]?.id} className={classes.sheet} data-paper={paper} data-per-sheet={perSheet}>
      {cards.map((passcode) => (
        <PasscodeCard key={passcode.id} passcode={passcode} companion={companion} perSheet={perSheet} />
      ))}
    </section>
  ));
}

interface PasscodeCardProps {
  passcode: Passcode;
  companion: CompanionAddresses;
  perSheet: CardsPerSheet;
}

/**
 * A card for one person: the QR code of their link, the passcode to type, who asks, what for, and what will be asked. It is in the language
 * that was chosen for its reader.
 */
function PasscodeCard({ passcode, companion, perSheet }: PasscodeCardProps) {
  const wordsOf = useCardWords();
  const { otpCode, name, language } = passcode;
  const tag = language === null ? currentLanguage() : tagFor(language);
  const words = inLanguage(formatTag(tag), () => wordsOf(passcode, companion, perSheet));
  return (
    <article
      className={classes.card}
      lang={tag}
      dir={directionOf(tag)}
      aria-label={name === '' ? readable(otpCode) : name}
    >
      <QrCode text={companion.join(otpCode)} label={words.qr} />
      <div className={classes.texts}>
        <p className={classes.heading}>{words.heading}</p>
        <h2 dir="auto">{words.name}</h2>
        <p className={classes.scan}>{words.scan}</p>
        <p className={classes.code} dir="ltr">
          {readable(otpCode)}
        </p>
        <dl>
          {words.facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className={classes.asked}>{words.asked}</p>
    </article>
  );
}
