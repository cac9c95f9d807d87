import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';

interface FileButtonProps {
  label: string;
  accept: string;
  disabled: boolean;
  onFile: (file: File) => void;
  variant?: 'default' | 'filled';
}

/** Opens the file picker for one file. */
export function FileButton({ label, accept, disabled, onFile, variant = 'default' }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Reset, because choosing the same file again would not fire another change event.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button
        variant={variant}
        leftSection={<IconUpload size={16} aria-hidden />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
