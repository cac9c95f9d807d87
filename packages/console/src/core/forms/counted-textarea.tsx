import '@mantine/core/styles/Input.layer.css';
import { InputBase, type InputBaseProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import classes from './counted-textarea.module.css';

type CountedTextareaProps = Omit<InputBaseProps, 'description'> &
  Pick<ComponentProps<'textarea'>, 'name' | 'rows' | 'placeholder' | 'dir'> & {
    value: string;
    maxLength: number;
    /** The text for the number of characters that are left. */
    countWords: (count: number) => string;
    onText: (text: string) => void;
  };

/** A textarea, required unless `withAsterisk` is false, with the number of characters that are left. */
export function CountedTextarea({
  value,
  maxLength,
  countWords,
  onText,
  withAsterisk = true,
  ...rest
}: CountedTextareaProps) {
  return (
    <InputBase
      {...rest}
      classNames={{ input: classes.input }}
      component="textarea"
      multiline
      withAsterisk={withAsterisk}
      maxLength={maxLength}
      description={countWords(maxLength - value.length)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
