import { Button, type ButtonProps } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useRef } from 'react';

interface FileButtonProps extends Pick<ButtonProps, 'size'> {
  label: string;
  /** The accessible name of the field behind the button. */
  field: string;
  accept: string;
  onFile: (file: File | undefined) => void;
}

/** A button with which a file is chosen from the computer. */
export function FileButton({ label, field, accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        {...button}
        variant="default"
        leftSection={<IconFileText size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={field}
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again after it was corrected.
          currentTarget.value = '';
          onFile(file);
        }}
      />
    </>
  );
}
