import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { smallCopy } from '#app/kit/picture.ts'
import type { Answer } from '#app/kit/says.ts'
import { faultOf } from '#app/kit/uploads.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { FileInput, useAddressOf } from '#app/ui/file-input.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import { smallerPhoto, useUpload } from '#app/ui/use-upload.ts'

/**
 * A form with pictures, of which one is sent after the other: once one has arrived, the form for the next is empty. `made` is the key
 * of its fields that keep a state of their own.
 */
export function usePicturesForm(formKey: string, first: Answer | undefined) {
  const [made, setMade] = useState(0)
  const [uploading, setUploading] = useState(false)
  const next = (form: HTMLFormElement | undefined) => {
    form?.reset()
    setMade((nr) => nr + 1)
  }
  const { Form, busy, answer = first } = useFormAction({ onDone: next })
  const key = useFormKey(formKey, answer)
  return { Form, busy, answer, key, made, uploading, setUploading }
}

type PictureFieldProps = {
  label: ReactNode
  /** The form action's answer: its words at `image` or `file`, and the address that was sent. */
  answer?: Answer
  /** The saved address. */
  defaultValue?: string
  /** Called while a picture is uploading, so that the form can wait for it. */
  onBusy?: (busy: boolean) => void
  /** Called with the address that the form would send now. */
  onChange?: (address: string) => void
  /** Adds a button that opens the file dialog, and shows that something is being uploaded. */
  button?: boolean
  /** Takes a photo of the device alone, and no address of one on another site. */
  ownOnly?: boolean
}

const isOurs = (address: string) => address.startsWith('/media/')

/**
 * A picture in a form: chosen here, shown and uploaded at once, or on another site. The form sends its address in `image`; without a
 * script it sends the file itself in `file`.
 */
export function PictureField(props: PictureFieldProps) {
  const { label, answer, defaultValue = '', onBusy, onChange, button, ownOnly } = props
  const { i18n } = useLingui()
  const [address, setAddress] = useState(answer?.typed?.image ?? defaultValue)
  const [file, setFile] = useState<File>()
  const place = useRef<HTMLDivElement>(null)
  const put = (next: string) => {
    setAddress(next)
    onChange?.(next)
  }
  const upload = useUpload('/dashboard/picture', { onDone: ({ gave }) => put(String(gave?.url ?? '')) })
  const fault = file && faultOf(file)
  const choose = async (chosen: File | undefined, input: HTMLInputElement) => {
    // The file is uploaded now: it need not travel again with the form.
    input.value = ''
    upload.forget()
    put('')
    setFile(undefined)
    if (!chosen) return
    onBusy?.(true)
    const photo = await smallerPhoto(chosen)
    setFile(photo)
    if (!faultOf(photo)) {
      const fields = new FormData()
      fields.set('image', photo)
      await upload.send(fields)
    }
    onBusy?.(false)
  }
  const drop = () => {
    upload.forget()
    setFile(undefined)
    put('')
    fileInputIn(place.current)?.focus()
  }
  const type = (typed: string) => {
    // A typed address replaces the file in fault.
    upload.forget()
    setFile(undefined)
    put(typed)
  }
  const kept = isOurs(address)
  const error = fault ? i18n._(fault) : wrongWith(upload.answer)
  const refused = kept || (file && !error) ? undefined : answer?.errors
  const atAddress = address === '' ? undefined : refused?.image
  return (
    <div ref={place} className="grid gap-3">
      <Field
        label={label}
        name="file"
        error={error ?? refused?.file ?? (atAddress ? undefined : refused?.image)}
        optional
        hint={<Trans>A photo of up to 5 MB.</Trans>}
      >
        <div className="flex min-w-0 flex-wrap gap-2">
          <span className="min-w-0 flex-1 basis-60">
            <FileInput chosen={file?.name} onChoose={choose} />
          </span>
          {button && <UploadButton busy={upload.busy} onPress={() => fileInputIn(place.current)?.click()} />}
        </div>
      </Field>
      {(kept || (file && !error)) && (
        <Chosen file={file} address={address} sent={upload.busy ? upload.sent : undefined} onDrop={drop} />
      )}
      {kept && <input type="hidden" name="image" value={address} />}
      {!kept && !upload.busy && !ownOnly && <Elsewhere address={address} error={atAddress} onType={type} />}
    </div>
  )
}

const fileInputIn = (place: HTMLElement | null) => place?.querySelector<HTMLInputElement>('input[type=file]')

function UploadButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  const { t } = useLingui()
  return (
    <Button
      type="button"
      variant="secondary"
      busy={busy}
      busyText={t`Uploading...`}
      onClick={onPress}
      className="needs-script"
    >
      {t`Upload Image`}
    </Button>
  )
}

/** Returns what is wrong with the last answer: at its field, or, as with too many uploads, with the whole form. */
const wrongWith = (answer: Answer | undefined) =>
  answer && !answer.ok ? (answer.errors?.image ?? answer.says?.title) : undefined

type ChosenProps = { file?: File; address: string; sent?: number; onDrop: () => void }

/** Shows the chosen picture at once, and how much of it has arrived. */
function Chosen({ file, address, sent, onDrop }: ChosenProps) {
  const { t } = useLingui()
  const preview = useAddressOf(file)
  const src = preview ?? (address && smallCopy(address, 320))
  return (
    <div className="flex items-center gap-4 rounded-control border border-line bg-paper p-2">
      <span className="block aspect-[4/3] w-24 shrink-0 overflow-hidden rounded-control bg-well">
        {src && <img src={src} alt={t`Preview`} className="size-full object-cover" />}
      </span>
      <div className="grid min-w-0 flex-1 gap-1.5" aria-live="polite">
        <p className="truncate font-semibold text-[0.9375rem]">{file?.name ?? <Trans>Your picture</Trans>}</p>
        {sent === undefined ? (
          <p className="text-gain text-sm">
            <Trans>Uploaded</Trans>
          </p>
        ) : (
          <Progress value={Math.round(sent * 100)} max={100} label={t`Upload`} />
        )}
      </div>
      {sent === undefined && (
        <IconButton label={t`Remove picture`} onClick={onDrop} className="needs-script">
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      )}
    </div>
  )
}

type ElsewhereProps = { address: string; error?: string; onType: (address: string) => void }

/** Asks for the address of a picture on another site. We fetch it when the form is sent, and show our own copy. */
function Elsewhere({ address, error, onType }: ElsewhereProps) {
  return (
    <Field
      label={<Trans>Or an image URL</Trans>}
      name="image"
      error={error}
      hint={<Trans>Beginning with https://. We keep a copy of the picture.</Trans>}
    >
      <Input
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
        defaultValue={address}
        onInput={(event) => onType(event.currentTarget.value)}
      />
    </Field>
  )
}
