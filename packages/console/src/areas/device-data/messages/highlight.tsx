import { Fragment } from 'react';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './conversation.module.css';

/** Splits a text at every match, ignoring case. Odd indexes are the matches. */
export function splitBy(text: string, search: string): string[] {
  if (search === '') return [text];
  const literal = search.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return text.split(new RegExp(`(${literal})`, 'giu'));
}

/** A text with its matches marked. Always plain text: no markup, no links. */
export function Highlight({ text, search }: { text: string; search: string }) {
  return splitBy(text, search).map((piece, index) => {
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other identity
    return <Fragment key={index}>{index % 2 === 1 ? <mark>{piece}</mark> : piece}</Fragment>;
  });
}

interface MaskedTextProps {
  text: string;
  search: string;
  reveal: () => void;
}

/** The dots of a masked code, grouped like the original characters. */
const mask = /(•(?:[ -]?•)*)/;

/** A text whose codes the server has masked. Pressing one loads the unmasked text. */
export function MaskedText({ text, search, reveal }: MaskedTextProps) {
  const { t } = useTranslation('messages');
  return text.split(mask).map((piece, index) => {
    const isCode = index % 2 === 1;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other identity
      <Fragment key={index}>
        {isCode ? (
          <button
            type="button"
            className={classes.code}
            title={t('conversation.reveal')}
            aria-label={t('conversation.reveal')}
            onClick={reveal}
          >
            {piece}
          </button>
        ) : (
          <Highlight text={piece} search={search} />
        )}
      </Fragment>
    );
  });
}
