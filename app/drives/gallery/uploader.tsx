import { Trans, useLingui } from '@lingui/react/macro'
import { ImageOff, ImageUp, RotateCw, X } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Field, FieldError, usePlace } from '#app/ui/field.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { type Upload, useUploads } from './use-uploads.ts'

/** Takes pictures in: chosen, or dragged onto the page from anywhere. Without a script, one at a time. */
export function Uploader(wishes: Parameters<typeof useUploads>[0]) {
  const { t } = useLingui()
  const { action, room } = wishes
  const { uploads, add, drop, again } = useUploads(wishes)
  const over = useDropped(add, room > 0)
  const busy = uploads.some(({ stage }) => stage !== 'failed')
  return (
    <div className="grid gap-4">
      {room > 0 && (
        <form
          method="post"
          action={action}
          encType="multipart/form-data"
          className={cx(
            'relative grid justify-items-center gap-3 rounded-card border-2 border-dashed px-4 py-6 text-center transition-colors',
            over ? 'border-brand bg-brand-soft' : 'border-edge bg-card',
          )}
        >
          <ImageUp aria-hidden="true" className="size-8 text-brand" />
          <Field
            label={<Trans>Add images</Trans>}
            name="image"
            hint={<Trans>Several at once if you like, up to 5 MB each. You can also drag them onto this page.</Trans>}
            className="justify-items-center"
          >
            <Choose onChosen={add} busy={busy} />
          </Field>
          <p className="without-script text-muted text-sm">
            <Trans>Please send them one by one.</Trans>
          </p>
          <Button className="without-script">
            <Trans>Upload Image</Trans>
          </Button>
        </form>
      )}
      {uploads.length > 0 && (
        <ul aria-label={t`Uploads`} className="grid gap-2 sm:grid-cols-2">
          {uploads.map((upload) => (
            <OnItsWay key={upload.key} upload={upload} onDrop={drop} onAgain={again} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** The platform's own control; where scripts run a button opens it, and what is chosen is sent at once. */
function Choose({ onChosen, busy }: { onChosen: (files: File[]) => void; busy: boolean }) {
  const { t } = useLingui()
  const place = usePlace<{ name?: string }>({})
  const input = useRef<HTMLInputElement>(null)
  const [scripted, setScripted] = useState(false)
  const take = useRef(onChosen)
  take.current = onChosen
  useEffect(() => {
    setScripted(true)
    // Files that were chosen before this script ran.
    const early = Array.from(input.current?.files ?? [])
    if (early.length > 0) take.current(early)
    if (input.current) input.current.value = ''
  }, [])
  const chosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChosen(Array.from(currentTarget.files ?? []))
    // Lets the same file be chosen again after it failed.
    currentTarget.value = ''
  }
  return (
    <>
      <input
        {...place}
        ref={input}
        type="file"
        accept="image/*"
        multiple
        required
        tabIndex={scripted ? -1 : undefined}
        onChange={chosen}
        className={
          scripted
            ? 'sr-only'
            : 'block w-full min-w-0 rounded-control border border-edge bg-card text-sm file:mr-3 file:min-h-11 file:border-0 file:bg-well file:px-4 file:font-semibold file:text-ink'
        }
      />
      {scripted && (
        <Button
          type="button"
          aria-describedby={place['aria-describedby']}
          onClick={() => input.current?.click()}
          icon={<ImageUp aria-hidden="true" className="size-5" />}
        >
          {busy ? t`Uploading...` : t`Upload Image`}
        </Button>
      )}
    </>
  )
}

type OnItsWayProps = { upload: Upload; onDrop: (key: string) => void; onAgain: (key: string) => void }

function OnItsWay({ upload, onDrop, onAgain }: OnItsWayProps) {
  const { t } = useLingui()
  const { key, file, address, stage, sent, words } = upload
  const { name } = file
  const [unseen, setUnseen] = useState(false)
  return (
    <li className="flex min-w-0 items-start gap-3 rounded-control border border-line bg-card p-2">
      {unseen || !file.type.startsWith('image/') ? (
        <span className="grid size-16 shrink-0 place-items-center rounded-control bg-well text-muted">
          <ImageOff aria-hidden="true" className="size-6" />
        </span>
      ) : (
        <img
          src={address}
          alt=""
          onError={() => setUnseen(true)}
          className="size-16 shrink-0 rounded-control bg-well object-cover"
        />
      )}
      <div className="grid min-w-0 flex-1 gap-1 py-1">
        <p className="truncate font-semibold text-sm" dir="auto">
          {name}
        </p>
        {stage === 'failed' ? (
          <div role="alert">
            <FieldError>{words}</FieldError>
          </div>
        ) : (
          <>
            <Progress value={Math.round(sent * 100)} max={100} label={t`Upload of ${name}`} />
            {stage === 'waiting' && (
              <p className="text-muted text-sm">
                <Trans>Waiting for its turn</Trans>
              </p>
            )}
            {sent === 1 && (
              <p className="text-muted text-sm">
                <Trans>Getting it ready...</Trans>
              </p>
            )}
          </>
        )}
      </div>
      {stage === 'failed' && upload.again && (
        <IconButton label={t`Try ${name} again`} onClick={() => onAgain(key)}>
          <RotateCw aria-hidden="true" className="size-5" />
        </IconButton>
      )}
      {stage === 'failed' && (
        <IconButton label={t`Dismiss ${name}`} onClick={() => onDrop(key)}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      )}
    </li>
  )
}

/** Files dropped anywhere on the page. True while some are dragged over it. */
function useDropped(onFiles: (files: File[]) => void, open: boolean): boolean {
  const [over, setOver] = useState(false)
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    if (!open) return
    let leaving: ReturnType<typeof setTimeout>
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // The browser would otherwise leave the page and show the file.
      event.preventDefault()
      clearTimeout(leaving)
      leaving = setTimeout(() => setOver(false), 200)
      setOver(true)
    }
    const dropped = (event: DragEvent) => {
      const files = Array.from(event.dataTransfer?.files ?? [])
      if (files.length === 0) return
      event.preventDefault()
      setOver(false)
      take.current(files)
    }
    const { signal, abort } = stoppable()
    window.addEventListener('dragover', hold, { signal })
    window.addEventListener('drop', dropped, { signal })
    return () => {
      clearTimeout(leaving)
      abort()
    }
  }, [open])
  return over
}

function stoppable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
