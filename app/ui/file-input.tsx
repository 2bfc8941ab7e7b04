import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { usePlace } from './field.tsx'

type FileInputProps = {
  name?: string
  required?: boolean
  /** Allows several files at once; the function finds them in the input. */
  multiple?: boolean
  /** The name of the chosen file, if the page knows it. */
  chosen?: string
  /** The types of files to offer; pictures by default. */
  accept?: string
  /** The text of its button. */
  says?: ReactNode
  onChoose: (file: File | undefined, input: HTMLInputElement) => void
}

/** Chooses a file. The browser would label it in its own language, so our own face covers it where scripts run. */
export function FileInput({ name, required, multiple, chosen, accept = 'image/*', says, onChoose }: FileInputProps) {
  const place = usePlace({ name, required })
  return (
    <span className="relative block w-full min-w-0">
      <input
        {...place}
        defaultValue={undefined}
        type="file"
        accept={accept}
        multiple={multiple}
        autoComplete="off"
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0], currentTarget)}
        className="peer block w-full min-w-0 rounded-control border border-edge bg-card text-sm file:mr-3 file:min-h-11 file:border-0 file:bg-well file:px-4 file:font-semibold file:text-ink aria-invalid:border-stop"
      />
      <span
        aria-hidden="true"
        className="needs-script pointer-events-none absolute inset-0 flex items-center overflow-hidden rounded-control border border-edge bg-card text-sm peer-aria-invalid:border-stop"
      >
        <span className="flex h-full shrink-0 items-center bg-well px-4 font-semibold">
          {says ?? <Trans>Choose a picture</Trans>}
        </span>
        <span className="min-w-0 truncate px-3 text-muted">{chosen ?? <Trans>No file selected</Trans>}</span>
      </span>
    </span>
  )
}

/** An address under which this page, and no other, sees the file. Given back when it is no longer needed. */
export function useAddressOf(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
