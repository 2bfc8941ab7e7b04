import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ImageOff, ImageUp, RotateCw, X } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { faultOf } from '#app/kit/uploads.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Field, FieldError, usePlace } from '#app/ui/field.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { toast } from '#app/ui/toast.tsx'
import { sendWithProgress, smallerPhoto } from '#app/ui/use-upload.ts'
import { galleryTexts } from './gallery-says.ts'
import type { Move } from './order.ts'

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

/** A file on its way, with an address under which this page, and no other, sees it. */
type Upload = {
  key: string
  /** A key sent along, so that trying again adds the picture once. */
  once: string | undefined
  file: File
  address: string
  stage: 'waiting' | 'sending' | 'failed' | 'done'
  /** How much of it has been sent, from 0 to 1. */
  sent: number
  /** Why it failed, and whether it is worth trying again. */
  words?: string
  again?: boolean
  /** The picture that it became. */
  id?: string
}

const atOnce = 2
let made = 0

type Wishes = {
  action: string
  /** Ids of the pictures that are there. */
  there: string[]
  room: number
  /** Puts a picture that came late before one that was chosen after it. */
  onMove: (move: Move) => void
}

/** Sends files in the order they were chosen, two at a time, each with its own progress and its own words. */
function useUploads({ action, there, room, onMove }: Wishes) {
  const { i18n, t } = useLingui()
  const { revalidate } = useRevalidator()
  const [uploads, setUploads] = useState<Upload[]>([])
  const chosen = useRef<{ key: string; id?: string }[]>([])
  const change = (key: string, to: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))

  const read = (answer: Answer | undefined): Partial<Upload> => {
    if (!answer) return { stage: 'failed', words: t`The upload was interrupted. Please try again.`, again: true }
    if (answer.ok) return { stage: 'done', sent: 1, id: String(answer.gave?.id) }
    const words = answer.errors?.image ?? [answer.says?.title, answer.says?.text].filter(Boolean).join(' ')
    return { stage: 'failed', words, again: !answer.errors?.image }
  }
  const send = async ({ key, once, file }: Upload) => {
    const fields = new FormData()
    fields.set('image', file)
    if (once) fields.set('key', once)
    const answer = await sendWithProgress(action, fields, (sent) => change(key, { sent }))
    const known = read(answer)
    ended(known)
    change(key, known)
    if (known.id) keepOrder(key, known.id)
    // The picture may have arrived all the same, or the session may be over; loading again finds out.
    void revalidate()
  }
  const keepOrder = (key: string, id: string) => {
    const at = chosen.current.findIndex((one) => one.key === key)
    chosen.current[at] = { key, id }
    const before = chosen.current.slice(at + 1).find((one) => one.id)?.id
    if (before) onMove({ id, before })
  }
  useEffect(() => {
    const free = atOnce - uploads.filter(({ stage }) => stage === 'sending').length
    const next = uploads.filter(({ stage }) => stage === 'waiting').slice(0, Math.max(0, free))
    for (const one of next) {
      change(one.key, { stage: 'sending', sent: 0 })
      void send(one)
    }
  })
  const ended = useSayHowItWent(uploads)
  useEffect(() => {
    // An upload that has arrived stays here until the list shows it.
    const isThere = ({ id }: Upload) => id !== undefined && there.includes(id)
    if (uploads.some(isThere)) setUploads((all) => all.filter((one) => !isThere(one)))
  }, [uploads, there])

  const add = async (chosenFiles: File[]) => {
    const files: File[] = []
    // One after the other: a phone has no room for many decoded photos.
    for (const file of chosenFiles) files.push(await smallerPhoto(file))
    const onTheirWay = uploads.filter(({ stage }) => stage === 'waiting' || stage === 'sending').length
    let left = room - onTheirWay
    const fresh = files.map((file): Upload => {
      const fault = faultOf(file) ?? (left > 0 ? undefined : galleryTexts.image.full)
      if (!fault) left--
      const base = {
        key: String(++made),
        once: isSecureContext ? crypto.randomUUID() : undefined,
        file,
        address: URL.createObjectURL(file),
        sent: 0,
      }
      return fault ? { ...base, stage: 'failed', words: i18n._(fault) } : { ...base, stage: 'waiting' }
    })
    for (const one of fresh) ended(one)
    chosen.current.push(...fresh.map(({ key }) => ({ key })))
    setUploads((all) => [...all, ...fresh])
  }
  const drop = (key: string) => setUploads((all) => all.filter((one) => one.key !== key))
  const again = (key: string) => change(key, { stage: 'waiting', words: undefined, again: false })
  useAddresses(uploads)
  return { uploads, add, drop, again }
}

/** Says in one toast how a batch went, when the last of it has come to its end. Returns what counts each end. */
function useSayHowItWent(uploads: Upload[]) {
  const { i18n } = useLingui()
  const ends = useRef<Partial<Upload>[]>([])
  useEffect(() => {
    if (uploads.some(({ stage }) => stage === 'waiting' || stage === 'sending')) return
    const [count, failed] = [
      ends.current.filter(({ stage }) => stage === 'done').length,
      ends.current.some(({ stage }) => stage === 'failed'),
    ]
    ends.current = []
    if (count > 0) {
      const text = i18n._(msg`${plural(count, { one: '# image', other: '# images' })} added to the gallery`)
      toast({ title: i18n._(galleryTexts.image.added.title), tone: 'good', ...(count > 1 ? { text } : {}) })
    }
    // The reason is shown at the picture, for as long as it is there.
    if (failed) toast({ title: i18n._(galleryTexts.image.notAdded.title), tone: 'bad' })
  }, [uploads, i18n])
  return (end: Partial<Upload>) => {
    if (end.stage === 'done' || end.stage === 'failed') ends.current.push(end)
  }
}

/** Gives the addresses of files back when they are no longer shown. */
function useAddresses(uploads: Upload[]) {
  const known = useRef(new Map<string, string>())
  useEffect(() => {
    const keys = new Set(uploads.map(({ key }) => key))
    for (const { key, address } of uploads) known.current.set(key, address)
    for (const [key, address] of known.current)
      if (!keys.has(key)) {
        URL.revokeObjectURL(address)
        known.current.delete(key)
      }
  }, [uploads])
  useEffect(() => {
    const all = known.current
    return () => {
      for (const address of all.values()) URL.revokeObjectURL(address)
    }
  }, [])
}
